// worker.js. The library beside the page: a training that is told to go, stop or make one step; or a game.
'use strict';

let library = null, training = null, game = null, playing = null;
let going = false, pause = 0, timer = null, run = 0;

function report(more) {
  const found = training.result();
  postMessage({
    kind: 'iteration', run, more, phase: training.phase, share: training.share, swarm: training.swarm(), names: training.names,
    found, weights: more ? null : training.weights,
  });
}

function step() {
  timer = null;
  try {
    const more = training.step();
    going = going && more;
    report(more);
  } catch (error) {
    going = false;
    postMessage({ kind: 'error', text: error.message });
  }
  if (going) timer = setTimeout(step, pause);
}

function stopTraining() {
  going = false;
  clearTimeout(timer);
  timer = null;
  if (training) training.close();
  training = null;
}

/** Plays for a part of a second, and shows the board; the next game begins with the newest weights. */
function play() {
  if (!playing || playing.speed === 0) return;
  try {
    if (!game) {
      game = new library.Game(playing.ini, playing.weights, playing.seed);
      game.seed = playing.seed;
      playing.owed = 0;
    }
    playing.owed = Math.min(playing.owed + playing.speed / 20, 1000);
    const pieces = Math.floor(playing.owed), end = performance.now() + 40;
    for (let left = pieces; left > 0 && !game.over && performance.now() < end; left -= 16) game.play(Math.min(left, 16));
    playing.owed -= pieces;
    postMessage({ kind: 'board', cells: game.cells(), width: game.width, height: game.height, rows: game.rows, pieces: game.pieces,
      seed: game.seed, over: game.over });
    if (game.over) {
      game.close();
      game = null;
      if (playing.once) playing.speed = 0;
      playing.seed++;
    }
  } catch (error) {
    postMessage({ kind: 'error', text: error.message });
    playing = null;
  }
}

const orders = {
  async open({ bytes }) {
    library = await openLibrary(await WebAssembly.compile(bytes), text => postMessage({ kind: 'error', text }));
    postMessage({ kind: 'ready', version: library.version() });
  },
  train({ ini, run: number }) {
    stopTraining();
    run = number;
    try {
      training = new library.Training(ini);
    } catch (error) {
      postMessage({ kind: 'error', text: error.message });
      return;
    }
    postMessage({ kind: 'begun', warnings: training.warnings });
    report(true);
  },
  go(order) {
    pause = order.pause;
    if (!training || going) return;
    going = true;
    timer = setTimeout(step, 0);
  },
  pace(order) { pause = order.pause; },
  rest() {
    going = false;
    clearTimeout(timer);
  },
  one() {
    if (training && !going) step();
  },
  weights({ ini, weights, seed, afresh, once }) {
    if (game && afresh) {
      game.close();
      game = null;
    }
    playing = { owed: 0, speed: 0, ...playing, ini, weights, once };
    if (afresh || !playing.seed) playing.seed = seed;
  },
  speed({ speed }) {
    if (playing) playing.speed = speed;
  },
};
onmessage = event => orders[event.data.order](event.data);
setInterval(play, 50);
