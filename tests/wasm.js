// wasm.js MODULE INI DIRECTORY: trains as the program does, in the directory, and says what has been found; then plays seed 1.
'use strict';
const fs = require('fs'), { WASI } = require('wasi');
const { openLibrary } = require('../src/tab/library.js');

async function main(file, ini, directory) {
  const wasi = new WASI({ version: 'preview1', preopens: { '/': directory } });
  const library = await openLibrary(await WebAssembly.compile(fs.readFileSync(file)), console.error, wasi.wasiImport);
  wasi.initialize(library.instance);
  const text = fs.readFileSync(ini, 'utf8'), training = new library.Training(text, '/run');
  let steps = 1;
  while (training.step()) steps++;
  const { x, reported } = training.result(), last = reported[reported.length - 1], game = new library.Game(text, x, 1);
  while (!game.over) game.play(1000);
  console.log(`${last.name} ${last.mean} ${game.rows} ${game.pieces} ${steps > 1} ${training.swarm().x.length > 1}`);
}
main(...process.argv.slice(2));
