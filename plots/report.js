// What a page of `swarmtris report` does beside standing there: values under the pointer, and steps of a game.
'use strict';

// A chart shows the rows of its tables at the pointer, or, with the arrow keys, one after the other.
for (const figure of document.querySelectorAll('figure[data-axis]')) {
  const [left, right, first, last, log] = figure.dataset.axis.split(' ').map(Number);
  const svg = figure.querySelector('svg'), tables = [...figure.querySelectorAll('table[data-x]')];
  if (!svg || !tables.length) continue;
  const rows = tables.map(t => [...t.tBodies[0].rows]);
  const x = (t, row) => Number(row.cells[tables[t].dataset.x].textContent.replaceAll(',', ''));
  const tip = figure.appendChild(document.createElement('output'));
  const guide = svg.appendChild(document.createElementNS(svg.namespaceURI, 'path'));
  let at = -1;
  figure.tabIndex = 0;
  figure.setAttribute('aria-label', figure.querySelector('figcaption').textContent + ': the arrow keys read its values');
  tip.hidden = true;
  guide.setAttribute('stroke', '#555');
  const hide = () => { tip.hidden = true; guide.removeAttribute('d'); };
  const show = value => {
    tip.textContent = tables.map((table, t) => {
      const near = rows[t].reduce((a, b) => Math.abs(x(t, b) - value) < Math.abs(x(t, a) - value) ? b : a);
      if (t === 0) value = x(0, rows[0][at = rows[0].indexOf(near)]);
      return [...near.cells].map((cell, i) => table.tHead.rows[0].cells[i].textContent + '  ' + cell.textContent).join('\n');
    }).join('\n\n');
    const share = log ? Math.log(value / first) / Math.log(last / first) : (value - first) / (last - first);
    const place = left + share * (right - left), box = svg.getBoundingClientRect(), frame = figure.getBoundingClientRect();
    const pixel = box.left - frame.left + place / svg.viewBox.baseVal.width * box.width;
    guide.setAttribute('d', `M${place},${0.06 * svg.viewBox.baseVal.height} V${0.92 * svg.viewBox.baseVal.height}`);
    tip.hidden = false;
    tip.style.left = Math.max(0, Math.min(pixel > frame.width / 2 ? pixel - tip.offsetWidth - 12 : pixel + 12, frame.width - tip.offsetWidth)) + 'px';
  };
  svg.addEventListener('pointermove', event => {
    const box = svg.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * svg.viewBox.baseVal.width - left) / (right - left);
    if (share < 0 || share > 1) hide(); else show(log ? first * (last / first) ** share : first + share * (last - first));
  });
  svg.addEventListener('pointerleave', hide);
  figure.addEventListener('blur', hide);
  figure.addEventListener('keydown', event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Escape') hide();
    if (!step || event.target !== figure) return;
    event.preventDefault();
    at = Math.max(0, Math.min(rows[0].length - 1, at + step));
    show(x(0, rows[0][at]));
  });
}

// The lines of a game say what is on its board after each turn; letters.h of the program explains them.
for (const game of document.querySelectorAll('.game')) {
  const lines = game.querySelector('.lines').textContent.trimEnd().split('\n').map(line => /^(\S+) (\S+) (.*)$/.exec(line));
  const board = game.querySelector('.board'), cells = [...board.children], slider = game.querySelector('input'), button = game.querySelector('button');
  let timer = 0;
  const show = turn => {
    const [, score, cost, cell] = lines[turn - 1];
    slider.value = turn;
    game.querySelector('.score').textContent = score;
    game.querySelector('.cost').textContent = cost;
    if (!cells.length) { board.textContent = cell.replaceAll('\u00b6', '\n'); return; }
    [...cell.padStart(cells.length, '0')].forEach((c, i) => {
      cells[i].setAttribute('class', 'k' + (c.charCodeAt(0) & 7) + (c >= 'a' ? ' new' : c >= 'A' ? ' full' : ''));
    });
  };
  const stop = () => { clearInterval(timer); timer = 0; button.textContent = 'play'; };
  const start = () => {
    if (Number(slider.value) === lines.length) show(1);
    button.textContent = 'pause';
    timer = setInterval(() => Number(slider.value) < lines.length ? show(Number(slider.value) + 1) : stop(), 120);
  };
  slider.min = 1; slider.max = lines.length;
  show(1);
  game.querySelector('.controls').hidden = false;
  slider.addEventListener('input', () => show(Number(slider.value)));
  button.addEventListener('click', () => timer ? stop() : start());
  game.querySelector('.play').addEventListener('keydown', event => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -lines.length, End: lines.length }[event.key];
    if (!step || event.target === slider) return;
    event.preventDefault();
    stop();
    show(Math.max(1, Math.min(lines.length, Number(slider.value) + step)));
  });
}
