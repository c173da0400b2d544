// library.js. The functions of swarmtris.h for JavaScript: texts, arrays and structs of its memory as values, errors thrown.
//
// Idea: a module of WebAssembly has one memory, in which a pointer is a number of 32 bits. What a call needs there is laid out
// before it and freed after it. What a system would do is left out: nothing is read from outside, and what is printed goes to `print`.
'use strict';

/** The imports of WASI that the library may call; each of the others says that it is not there. */
function system(memoryOf, print) {
  const view = () => new DataView(memoryOf().buffer);
  const BAD_FILE = 8;
  const calls = {
    fd_write(file, vectors, n, written) {
      let total = 0, text = '';
      for (let i = 0; i < n; i++) {
        const at = view().getUint32(vectors + 8 * i, true), size = view().getUint32(vectors + 8 * i + 4, true);
        text += new TextDecoder().decode(new Uint8Array(memoryOf().buffer, at, size));
        total += size;
      }
      print(text);
      view().setUint32(written, total, true);
      return 0;
    },
    clock_time_get(clock, precision, out) {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get(count, bytes) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return 0;
    },
    environ_get: () => 0,
    proc_exit(status) { throw new Error('the library ended with status ' + status); },
  };
  return new Proxy(calls, { get: (known, name) => known[name] || (() => BAD_FILE), has: () => true });
}

/** The library in a module that has been compiled; imports: of a system of one's own, such as node's. */
async function openLibrary(module, print = console.error, imports = null) {
  let exports = null;
  const wasi = imports || system(() => exports.memory, print);
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
  exports = instance.exports;
  if (exports._initialize && !imports) exports._initialize();
  return { instance, exports, ...bind(() => exports) };
}

function bind(get) {
  const bytes = () => new Uint8Array(get().memory.buffer), view = () => new DataView(get().memory.buffer);
  const text = at => {
    if (at === 0) return null;
    let end = at;
    while (bytes()[end] !== 0) end++;
    return new TextDecoder().decode(bytes().slice(at, end));
  };

  /** Calls use with an allocator whose memory is freed afterwards. */
  function scratch(use) {
    const owned = [];
    const room = size => {
      const at = get().malloc(Math.max(size, 8));
      bytes().fill(0, at, at + size);
      owned.push(at);
      return at;
    };
    const put = string => {
      const encoded = new TextEncoder().encode(string + '\0'), at = room(encoded.length);
      bytes().set(encoded, at);
      return at;
    };
    try { return use(room, put); } finally { owned.forEach(at => get().free(at)); }
  }

  function check(error) {
    if (error === 0) return;
    const message = text(get().swt_error_text(error));
    get().swt_error_free(error);
    throw new Error(message);
  }

  const numbers = (at, n) => Array.from(new Float64Array(get().memory.buffer.slice(at, at + 8 * n)));
  const integers = (at, n) => Array.from(new Int32Array(get().memory.buffer.slice(at, at + 4 * n)));

  /** A struct swt_reported: a pointer, four reals, two integers of 64 bits. */
  function reported(at) {
    const [mean, lower, upper, sd] = numbers(at + 8, 4);
    return { name: text(view().getUint32(at, true)), mean, lower, upper, sd, games: Number(view().getBigInt64(at + 40, true)) };
  }

  class Training {
    constructor(ini, directory = null) {
      this.handle = scratch((room, put) => {
        const out = room(4);
        check(get().swt_training_open(out, put(ini), directory === null ? 0 : put(directory), 0));
        return view().getUint32(out, true);
      });
      this.dim = get().swt_training_dim(this.handle);
      this.names = Array.from({ length: this.dim }, (_, i) => text(get().swt_training_name(this.handle, i)));
      this.warnings = text(get().swt_training_warnings(this.handle));
    }
    /** One step; false: there is no further one. */
    step() {
      return scratch(room => {
        const more = room(1);
        check(get().swt_training_step(this.handle, more));
        return bytes()[more] !== 0;
      });
    }
    get phase() { return text(get().swt_training_phase(this.handle)); }
    get share() { return get().swt_training_share(this.handle); }
    get weights() { return text(get().swt_training_weights(this.handle)); }
    /** The best position and its scores; null: nothing has been found. */
    result() {
      if (this.weights === null) return null;
      return scratch(room => {
        const x = room(8 * this.dim), out = room(4 * 56), n = room(4);
        check(get().swt_training_result(this.handle, x, this.dim, out, n));
        const count = view().getInt32(n, true);
        return { x: numbers(x, this.dim), reported: Array.from({ length: count }, (_, i) => reported(out + 56 * i)) };
      });
    }
    /** The swarm, as rows of particles; null: the optimiser is none. */
    swarm() {
      const n = get().swt_training_particles(this.handle), cells = n * this.dim;
      if (n === 0) return null;
      return scratch(room => {
        const at = [8 * cells, 8 * cells, 8 * cells, 8 * n, 4 * n].map(room), out = room(20);
        at.forEach((pointer, i) => view().setUint32(out + 4 * i, pointer, true));
        check(get().swt_training_swarm(this.handle, out, n, this.dim));
        const rows = start => Array.from({ length: n }, (_, i) => numbers(start + 8 * i * this.dim, this.dim));
        return { x: rows(at[0]), velocity: rows(at[1]), best: rows(at[2]), score: numbers(at[3], n), leader: integers(at[4], n) };
      });
    }
    close() { get().swt_training_close(this.handle); this.handle = 0; }
  }

  /** One game that the expert of an ini plays with weights of ours. */
  class Game {
    constructor(ini, weights, seed) {
      this.handle = scratch((room, put) => {
        const out = room(4);
        check(get().swt_env_open(out, put(ini), 1, 0));
        return view().getUint32(out, true);
      });
      scratch(room => {
        const what = room(256);
        get().swt_env_what(this.handle, what);
        this.height = view().getInt32(what + 8, true);
        this.width = view().getInt32(what + 12, true);
        const w = room(8 * weights.length);
        new Float64Array(get().memory.buffer, w, weights.length).set(weights);
        check(get().swt_env_expert(this.handle, w, weights.length));
        const seeds = room(8);
        view().setBigUint64(seeds, BigInt(seed), true);
        check(get().swt_env_reset(this.handle, seeds, 0));
      });
      const size = this.height * this.width;
      this.at = { action: get().malloc(8), reward: get().malloc(8), done: get().malloc(8), cells: get().malloc(size), view: get().malloc(32) };
      bytes().fill(0, this.at.view, this.at.view + 32);
      view().setUint32(this.at.view + 4, this.at.cells, true);
      view().setUint32(this.at.view + 20, this.at.action, true);
      this.rows = 0;
      this.pieces = 0;
      this.over = false;
      check(get().swt_env_look(this.handle, this.at.view));
    }
    /** Makes up to n moves, until the game is over. */
    play(n) {
      for (; n > 0 && !this.over; n--) {
        check(get().swt_env_step(this.handle, this.at.action, this.at.reward, this.at.done, 0, this.at.view));
        this.rows += view().getFloat64(this.at.reward, true);
        this.pieces++;
        this.over = bytes()[this.at.done] !== 0;
      }
    }
    /** The board, the floor first: (height, width), 1 filled. */
    cells() { return bytes().slice(this.at.cells, this.at.cells + this.height * this.width); }
    close() {
      Object.values(this.at).forEach(at => get().free(at));
      get().swt_env_close(this.handle);
    }
  }
  return { Training, Game, version: () => text(get().swt_version()) };
}

if (typeof module !== 'undefined') module.exports = { openLibrary };
