// page.js. The page in which a swarm learns: an ini that sliders write into, and pictures of what the library says of the training.
//
// Idea: there is one truth, the text of the ini; sliders and examples edit it and read it again. Two workers have the library: one
// trains, one plays, so that neither waits for the other. Pictures are drawn from the last message alone.
'use strict';

const $ = id => document.getElementById(id);
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const rows = x => Number.isNaN(x) ? '?' : x.toLocaleString('en', { maximumSignificantDigits: x < 1000 ? 4 : 6, maximumFractionDigits: 2 });

const counted = (n, what) => `${rows(n)} ${what}${n === 1 ? '' : 's'}`;

/* ---- the ini ---- */

const SLIDERS = [
  { key: 'particles', section: 'optimiser', label: 'particles', min: 4, max: 60, step: 1, value: 20, says: 'sets of weights in the swarm' },
  { key: 'inertia', section: 'optimiser', label: 'w, inertia', min: 0, max: 1.2, step: 0.01, value: 0.73, says: 'how much of its last step a particle repeats; near 1 and above it never settles' },
  { key: 'cognitive', section: 'optimiser', label: 'c1, cognitive', min: 0, max: 3, step: 0.05, value: 1.5, says: 'pull to the best position of its own' },
  { key: 'social', section: 'optimiser', label: 'c2, social', min: 0, max: 3, step: 0.05, value: 1.5, says: 'pull to the best of the particles that it listens to' },
  { key: 'topology', section: 'optimiser', label: 'topology', choices: ['global', 'ring', 'von-neumann', 'random'], value: 'global', says: 'who listens to whom: all to all, or to neighbours' },
  { key: 'velocity_rule', section: 'optimiser', label: 'velocity rule', choices: ['canonical', 'fully-informed', 'spso-2011'], value: 'canonical', says: 'the formula above, or a newer one' },
  { key: 'height', section: 'game', label: 'height of the board', min: 6, max: 20, step: 1, value: 10, says: 'higher boards: longer games, and longer waiting' },
  { key: 'seed', section: 'experiment', label: 'seed', min: 1, max: 20, step: 1, value: 1, says: 'other chances: is the difference still there?' },
];
const QUICK = $('quick').textContent;
const SWARM = { preset: 'vdbergh', particles: 20, inertia: 0.73, cognitive: 1.5, social: 1.5, topology: 'global' };
const EXAMPLES = [
  { name: 'the default swarm', says: 'What the program trains with. It goes beyond the formula: a particle also learns from the best quarter of all, and moves in directions alone. Choose a textbook swarm to see the formula at work.', ini: () => QUICK },
  { name: 'textbook, global', says: 'The formula above; everybody knows the best of all. The dots rush to one place. Is it the best one? Train other seeds.', ini: () => edited(SWARM) },
  { name: 'textbook, ring', says: 'The same, but each particle knows two neighbours only. Good news travels slowly, and the swarm searches longer.', ini: () => edited({ ...SWARM, topology: 'ring' }) },
  { name: 'w too high', says: 'With w = 1.1 each step is longer than the last, until the walls stop it. Rings gather, but dots keep flying: the swarm never settles. Its score may still be good by luck: compare several seeds.', ini: () => edited({ ...SWARM, inertia: 1.1 }) },
  { name: 'w too low', says: 'With w = 0.2 the tails are gone after a few iterations: what the swarm has not met by then, it will not find. One result is mostly chance, so compare several seeds.', ini: () => edited({ ...SWARM, inertia: 0.2 }) },
  { name: 'everybody follows', says: 'With c1 = 0 nobody remembers a best position of its own: all run after the leader, and nobody looks elsewhere.', ini: () => edited({ ...SWARM, cognitive: 0 }) },
  { name: 'nobody listens', says: 'With c2 = 0 each particle believes only itself: twenty lonely searches.', ini: () => edited({ ...SWARM, social: 0 }) },
];

/** The value of a key, as it stands in the ini; undefined: it does not. */
function valueOf(ini, section, key) {
  let inside = '';
  for (const line of ini.split('\n')) {
    const head = line.match(/^\s*\[([^\]]*)\]/), entry = line.match(/^([A-Za-z_0-9]+)\s*[=:]\s*(.*?)\s*(;.*)?$/);
    if (head) inside = head[1];
    else if (inside === section && entry && entry[1] === key) return entry[2];
  }
  return undefined;
}

/** The ini with another value of a key; null: without it. */
function withValue(ini, section, key, value) {
  const lines = ini.split('\n'), out = [];
  let inside = '', done = value === null, last = -1;
  for (const line of lines) {
    const head = line.match(/^\s*\[([^\]]*)\]/), entry = line.match(/^([A-Za-z_0-9]+)\s*[=:]/);
    if (head) inside = head[1];
    if (inside === section && entry && entry[1] === key) {
      if (!done) out.push(`${key} = ${value}`);
      done = true;
    } else out.push(line);
    if (inside === section && line.trim() !== '') last = out.length;
  }
  if (!done && last >= 0) out.splice(last, 0, `${key} = ${value}`);
  else if (!done) out.push('', `[${section}]`, `${key} = ${value}`);
  return out.join('\n');
}

const edited = values => Object.entries(values).reduce((ini, [key, value]) => withValue(ini, 'optimiser', key, value), QUICK);

function setIni(text) {
  $('ini').value = text;
  for (const s of SLIDERS) {
    const said = valueOf(text, s.section, s.key);
    s.input.value = said === undefined ? s.value : said;
    s.output.textContent = said === undefined ? 'set by the preset' : said;
  }
  for (const [i, button] of [...$('examples').children].entries()) {
    const chosen = EXAMPLES[i].ini() === text;
    button.setAttribute('aria-pressed', chosen);
    if (chosen) $('about').textContent = EXAMPLES[i].says;
  }
}

function makeControls() {
  for (const s of SLIDERS) {
    const label = document.createElement('label');
    label.className = 'slider';
    s.input = document.createElement(s.choices ? 'select' : 'input');
    s.output = document.createElement('output');
    if (s.choices) s.choices.forEach(choice => s.input.add(new Option(choice)));
    else Object.assign(s.input, { type: 'range', min: s.min, max: s.max, step: s.step });
    const says = document.createElement('small');
    says.textContent = s.says;
    label.append(s.label, s.output, s.input, says);
    label.htmlFor = s.input.id = `set-${s.key}`;
    says.id = `says-${s.key}`;
    s.input.setAttribute('aria-label', s.label);
    s.input.setAttribute('aria-describedby', says.id);
    s.output.setAttribute('aria-live', 'off');
    $('sliders').append(label);
    s.input.addEventListener('input', () => {
      let ini = $('ini').value;
      if (s.section === 'optimiser' && valueOf(ini, 'optimiser', 'preset') === 'exemplars') ini = withValue(ini, 'optimiser', 'preset', 'vdbergh');
      setIni(withValue(ini, s.section, s.key, s.input.value));
      $('about').textContent = 'Settings of your own, of the textbook swarm (preset vdbergh). Press Train, and compare with the dotted line of the training before.';
    });
  }
  for (const example of EXAMPLES) {
    const button = document.createElement('button');
    button.textContent = example.name;
    button.addEventListener('click', () => {
      setIni(example.ini());
      train();
    });
    $('examples').append(button);
  }
  $('ini').addEventListener('input', () => setIni($('ini').value));
}

/* ---- pictures ---- */

/** A canvas in its real pixels, with the unit of CSS. */
function canvasOf(id) {
  const canvas = $(id), scale = devicePixelRatio || 1, box = canvas.getBoundingClientRect();
  canvas.width = Math.round(box.width * scale);
  canvas.height = Math.round(box.height * scale);
  const pen = canvas.getContext('2d');
  pen.scale(scale, scale);
  return { canvas, pen, width: box.width, height: box.height };
}

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const unit = a => {
  const length = Math.sqrt(dot(a, a));
  return length > 0 ? a.map(x => x / length) : a;
};
let axes = null; // two directions, in which the swarm is seen

/** The two directions in which points differ most, from the old ones on, so that the picture turns and does not jump. */
function turnAxes(points) {
  const dim = points[0].length, mean = points[0].map((_, j) => points.reduce((sum, p) => sum + p[j], 0) / points.length);
  const around = points.map(p => p.map((x, j) => x - mean[j]));
  if (!axes || axes[0].length !== dim) axes = [0, 1].map(k => unit(mean.map((_, j) => Math.cos((j + 1) * (k + 1) * 1.7))));
  axes.forEach((axis, k) => {
    let next = axis;
    for (let i = 0; i < 2; i++) {
      next = around.reduce((sum, p) => {
        const along = dot(p, next);
        return sum.map((x, j) => x + along * p[j]);
      }, axis.map(x => 1e-9 * x));
      if (k === 1) next = next.map((x, j) => x - dot(next, axes[0]) * axes[0][j]);
      next = unit(next);
    }
    axes[k] = unit(axis.map((x, j) => 0.85 * x + 0.15 * next[j]));
  });
  const along = dot(axes[0], axes[1]);
  axes[1] = unit(axes[1].map((x, j) => x - along * axes[0][j]));
}

let seen = null, history = [], before = []; // before: the history of the training before this one

function drawSwarm() {
  const { pen, width, height } = canvasOf('swarm'), swarm = seen && seen.swarm;
  if (!swarm) {
    pen.fillStyle = css('--faint');
    pen.font = '14px system-ui, sans-serif';
    pen.fillText(seen ? 'This optimiser is no swarm.' : 'Press Train, or choose an example.', 16, 28);
    return;
  }
  const known = swarm.score.map((score, i) => ({ score, i })).filter(p => !Number.isNaN(p.score));
  const live = known.length > 0 ? known.map(p => p.i) : swarm.x.map((_, i) => i);
  const direction = live.map(i => unit(swarm.x[i])), bests = live.map(i => unit(swarm.best[i]));
  const left = live.map(i => unit(swarm.x[i].map((x, j) => x - swarm.velocity[i][j])));
  turnAxes(known.length > 0 ? direction.concat(bests) : direction);
  const size = Math.min(width, height) * 0.47;
  const at = p => [width / 2 + size * dot(p, axes[0]), height / 2 - size * dot(p, axes[1])];
  const scores = known.map(p => Math.log(1 + Math.max(0, p.score))), lowest = Math.min(...scores), range = Math.max(...scores) - lowest;
  const shade = k => known.length === 0 ? 0.5 : range > 0 ? 0.6 + 0.4 * (scores[k] - lowest) / range : 1;
  pen.strokeStyle = css('--line');
  pen.beginPath();
  pen.arc(width / 2, height / 2, size, 0, 2 * Math.PI);
  pen.stroke();
  pen.lineWidth = 2;
  live.forEach((_, k) => {
    pen.globalAlpha = shade(k);
    pen.strokeStyle = pen.fillStyle = css('--link');
    pen.beginPath();
    pen.moveTo(...at(left[k]));
    pen.lineTo(...at(direction[k]));
    pen.stroke();
    pen.beginPath();
    pen.arc(...at(direction[k]), 5, 0, 2 * Math.PI);
    pen.fill();
    if (known.length === 0) return;
    pen.beginPath();
    pen.arc(...at(bests[k]), 6, 0, 2 * Math.PI);
    pen.stroke();
  });
  pen.globalAlpha = 1;
  if (known.length > 0) {
    const top = scores.indexOf(Math.max(...scores));
    pen.fillStyle = css('--chosen');
    pen.font = 'bold 22px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText('★', ...at(bests[top]));
  }
}

function drawChart() {
  const { pen, width, height } = canvasOf('chart'), left = 64, top = 14, bottom = 34;
  const scores = seen && seen.final ? [...seen.found.reported].sort((a, b) => b.mean - a.mean) : [], words = r => `${r.name} ${rows(r.mean)}`;
  const shown = history.concat(before).flatMap(h => [h.best, h.mean]).concat(seen && seen.final ? [seen.final.upper, seen.final.lower] : []).filter(x => x > 0);
  pen.font = '12px system-ui, sans-serif';
  pen.fillStyle = css('--faint');
  if (shown.length < 2) {
    pen.fillText('Rows a game, over the iterations.', 16, 28);
    return;
  }
  const right = 12 + Math.max(0, ...scores.map(r => 8 + pen.measureText(words(r)).width)); // the labels stand behind all lines
  const lo = Math.log10(Math.max(0.1, Math.min(...shown))), hi = Math.max(Math.log10(Math.max(...shown)), lo + 0.3);
  const last = Math.max(1, history.length - 1, before.length - 1), x = i => left + (width - left - right) * i / last;
  const y = v => height - bottom - (height - top - bottom) * (Math.log10(Math.max(v, 0.1)) - lo) / (hi - lo);
  pen.strokeStyle = css('--line');
  pen.textAlign = 'right';
  const marks = [];
  for (let e = Math.floor(lo); e <= hi; e++) for (const m of hi - lo < 1.5 ? [1, 2, 5] : [1]) marks.push(m * 10 ** e);
  marks.filter(v => Math.log10(v) >= lo && Math.log10(v) <= hi).forEach(v => {
    pen.beginPath();
    pen.moveTo(left, y(v));
    pen.lineTo(width - right, y(v));
    pen.stroke();
    pen.fillText(v.toLocaleString('en'), left - 8, y(v) + 4);
  });
  pen.textAlign = 'left';
  pen.fillText('rows a game', 8, height - 8);
  pen.textAlign = 'center';
  pen.fillText('iteration', (left + width) / 2, height - 8);
  [[0, 'left'], [last, 'right']].forEach(([i, align]) => {
    pen.textAlign = align;
    pen.fillText(String(i + 1), x(i), height - bottom + 14);
  });
  const line = (of, color, dash, thick, points = history) => {
    pen.strokeStyle = css(color);
    pen.lineWidth = thick;
    pen.setLineDash(dash);
    pen.beginPath();
    points.forEach((h, i) => of(h) > 0 && pen.lineTo(x(i), y(of(h))));
    pen.stroke();
    pen.setLineDash([]);
  };
  line(h => h.mean, '--faint', [1, 3], 1.5, before);
  line(h => h.best, '--other', [6, 4], 1.5);
  line(h => h.mean, '--link', [], 2);
  if (seen && seen.final) {
    const { mean, lower, upper } = seen.final;
    pen.textAlign = 'left';
    let free = -Infinity; // below the last label
    for (const r of scores) {
      const at = Math.max(y(r.mean) + 4, free);
      pen.fillStyle = css(r === seen.final ? '--chosen' : '--text');
      pen.fillText(words(r), width - right + 10, at);
      free = at + 15;
    }
    pen.strokeStyle = pen.fillStyle = css('--chosen');
    pen.lineWidth = 3;
    pen.beginPath();
    pen.moveTo(width - right - 3, y(lower));
    pen.lineTo(width - right - 3, y(upper));
    pen.stroke();
    pen.beginPath();
    pen.arc(width - right - 3, y(mean), 5, 0, 2 * Math.PI);
    pen.fill();
  }
}

let board = null;
function drawBoard() {
  const w = board ? board.width : 10, h = board ? board.height : 10;
  $('board').style.aspectRatio = `${w} / ${h}`;
  const { pen, width, height } = canvasOf('board'), cell = Math.min(width / w, height / h);
  pen.fillStyle = '#181b27';
  pen.fillRect(0, 0, w * cell, h * cell);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      pen.fillStyle = board && board.cells[y * w + x] ? '#40c4d4' : '#202434';
      pen.fillRect(x * cell + 0.5, (h - 1 - y) * cell + 0.5, cell - 1, cell - 1);
    }
}

const draw = () => [drawSwarm, drawChart, drawBoard].forEach(one => one());

/* ---- what the workers say ---- */

function trouble(text) {
  $('trouble').hidden = !text;
  $('trouble').textContent = text || '';
}

function setState(state) { // 'idle', 'going', 'resting', 'finished'
  $('pause').disabled = state !== 'going' && state !== 'resting';
  $('pause').textContent = state === 'resting' ? 'Go on' : 'Pause';
  $('one').disabled = state !== 'resting';
  document.body.dataset.state = state;
}

function length(v) { return Math.sqrt(dot(v, v)); }

function tell(message) {
  const { swarm, found, phase } = message;
  const percent = Math.round(100 * message.share);
  $('where').textContent = { training: `iteration ${history.length}, ${percent} % of the budget`, selection: 'the best ones play new games', validation: 'the winner plays other new games', finished: `finished after ${history.length} iterations` }[phase] || phase;
  if (swarm) {
    const middle = swarm.x[0].map((_, j) => swarm.x.reduce((sum, p) => sum + p[j], 0) / swarm.x.length);
    const spread = swarm.x.reduce((sum, p) => sum + length(p.map((x, j) => x - middle[j])), 0) / swarm.x.length;
    const speed = swarm.velocity.reduce((sum, v) => sum + length(v), 0) / swarm.x.length;
    const leaders = new Set(swarm.leader.filter(i => i >= 0)).size;
    $('motion').textContent = `in the space of the weights: mean distance from the middle ${spread.toFixed(2)}, mean speed ${speed.toFixed(2)}; ${leaders} ${leaders === 1 ? 'leader' : 'leaders'}`;
    $('swarm').setAttribute('aria-label', `The swarm: ${swarm.x.length} particles, ${$('motion').textContent}`);
  }
  if (!message.more && found) showResult(message);
  if (message.found && message.more) $('chart').setAttribute('aria-label', `Convergence: ${history.length} iterations so far`);
}

function takeIteration(message) {
  if (message.run !== run) return; // of a training that another has replaced
  const { swarm, found } = message, known = swarm ? swarm.score.filter(s => !Number.isNaN(s)) : [];
  if (found && message.phase === 'training')
    history.push({ iteration: history.length + 1, best: found.reported[0].mean, mean: known.length ? known.reduce((a, b) => a + b, 0) / known.length : NaN });
  seen = { ...message, final: message.more || !found ? null : found.reported[found.reported.length - 1] };
  if (found) player.postMessage({ order: 'weights', ini: running, weights: found.x, seed: 1, afresh: !message.more, once: false });
  if (found) setSpeed();
  tell(message);
  drawSwarm();
  drawChart();
}

const WORTH = {
  training: 'in the games of the search: overstated, since the luckiest of many is kept',
  reselected: 'in new games, the best of several finalists: slightly too high',
  validated: 'in games used nowhere else: what the weights are worth',
};

function showResult({ found, weights }) {
  setState('finished');
  $('scores').replaceChildren(...found.reported.map((r, i) => {
    const box = document.createElement('dl');
    box.className = i === found.reported.length - 1 ? 'result reported' : 'result';
    const name = document.createElement('dt'), value = document.createElement('dd'), worth = document.createElement('dd');
    name.textContent = r.name;
    const number = document.createElement('b');
    number.textContent = rows(r.mean);
    value.append(number, ` rows a game${Number.isNaN(r.lower) ? '' : `, 95 % interval ${rows(r.lower)} to ${rows(r.upper)}`}, ${r.games} ${r.games === 1 ? 'game' : 'games'}`);
    worth.textContent = WORTH[r.name] || '';
    box.append(name, value, worth);
    return box;
  }));
  $('weights').textContent = weights;
  $('ended').textContent = `finished: ${rows(found.reported[found.reported.length - 1].mean)} rows a game`;
  $('result').hidden = false;
  const last = found.reported[found.reported.length - 1];
  $('chart').setAttribute('aria-label', `Convergence over ${history.length} iterations; ${last.name} ${rows(last.mean)} rows`);
  if (/^#go\b/.test(location.hash)) console.log(`${last.name} ${last.mean}`);
}

function takeBoard(message) {
  board = message;
  $('played').textContent = `seed ${message.seed}: ${counted(message.rows, 'row')} after ${counted(message.pieces, 'piece')}${message.over ? ', lost' : ''}`;
  if (message.over && message.seed === 1 && seen && seen.final && /^#go\b/.test(location.hash)) console.log(`seed 1: ${message.rows} rows after ${message.pieces} pieces`);
  drawBoard();
}

const takers = {
  ready: message => {
    $('version').textContent = message.version;
    if (!/^#go\b/.test(location.hash)) return;
    $('speed').value = 4;
    train();
  },
  begun: message => {
    trouble(message.warnings);
    trainer.postMessage({ order: 'go', pause: pauseOf() });
    setState('going');
  },
  iteration: takeIteration,
  board: takeBoard,
  error: message => {
    trouble(message.text);
    setState('idle');
    $('where').textContent = '';
  },
};

/* ---- controls ---- */

let trainer = null, player = null, running = QUICK, run = 0, halted = calm.matches;
const pauseOf = () => $('pace').value === '0' ? 0 : 1000 / Number($('pace').value);

function setSpeed() {
  const speed = Math.round(10 ** Number($('speed').value));
  $('speed-said').textContent = speed.toLocaleString('en');
  $('speed').setAttribute('aria-valuetext', `${speed} pieces a second`);
  $('halt').textContent = halted ? 'Play' : 'Pause';
  player.postMessage({ order: 'speed', speed: halted ? 0 : speed });
}

function train() {
  running = $('ini').value;
  if (history.length > 1) before = history;
  history = [];
  seen = null;
  axes = null;
  trouble('');
  $('result').hidden = true;
  $('copied').textContent = $('ended').textContent = $('motion').textContent = '';
  $('where').textContent = 'begins';
  draw();
  trainer.postMessage({ order: 'train', ini: running, run: ++run });
}

function link() {
  return location.href.split('#')[0] + '#ini=' + encodeURIComponent($('ini').value);
}

function copy(text, what) {
  const said = () => { $('copied').textContent = `${what} copied`; };
  const byHand = () => {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    said();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(said, byHand);
  else byHand();
}

function addListeners() {
  $('train').addEventListener('click', train);
  $('pause').addEventListener('click', () => {
    const resting = document.body.dataset.state === 'resting';
    trainer.postMessage(resting ? { order: 'go', pause: pauseOf() } : { order: 'rest' });
    setState(resting ? 'going' : 'resting');
  });
  $('one').addEventListener('click', () => trainer.postMessage({ order: 'one' }));
  $('pace').addEventListener('change', () => trainer.postMessage({ order: 'pace', pause: pauseOf() }));
  $('speed').addEventListener('input', setSpeed);
  $('halt').addEventListener('click', () => {
    halted = !halted;
    setSpeed();
  });
  $('copy-weights').addEventListener('click', () => copy($('weights').textContent, 'weights'));
  $('copy-ini').addEventListener('click', () => copy(running, 'ini'));
  $('copy-link').addEventListener('click', () => copy(link(), 'link'));
  addEventListener('resize', draw);
  addEventListener('hashchange', () => location.reload());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

/* A module of eight instructions with vectors: valid only where the browser has them. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

async function start() {
  makeControls();
  const wanted = location.hash.match(/ini=([^&]*)/);
  let linked = QUICK;
  try {
    if (wanted) linked = decodeURIComponent(wanted[1]);
  } catch (error) {
    trouble('The link is damaged, perhaps cut off: here is the ini that the page begins with.');
  }
  setIni(linked);
  if (calm.matches) $('pace').value = '1';
  setState('idle');
  draw();
  if (!WebAssembly.validate(VECTORS)) {
    trouble('This browser has no vector instructions of WebAssembly, which the library needs. Firefox 113, Chrome 91 and Safari 16.4 and newer have them.');
    return;
  }
  const packed = Uint8Array.from(atob($('module').textContent.trim()), letter => letter.charCodeAt(0));
  const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  const source = URL.createObjectURL(new Blob([$('worker').textContent], { type: 'text/javascript' }));
  [trainer, player] = [new Worker(source), new Worker(source)];
  trainer.onmessage = event => takers[event.data.kind](event.data);
  player.onmessage = event => event.data.kind === 'board' ? takeBoard(event.data) : event.data.kind === 'error' && trouble(event.data.text);
  for (const worker of [trainer, player]) worker.postMessage({ order: 'open', bytes });
  addListeners();
  setSpeed();
}
start();
