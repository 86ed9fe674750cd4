'use strict';

// A table in box-drawing characters.
//
// Phase: run time, on every thread, with `console.table`; not in the startup image.

const {
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  MathMax,
  ObjectPrototypeHasOwnProperty,
  StringPrototypeRepeat,
} = primordials;

const { getStringWidth } = require('internal/util/inspect/width');

function renderRow(cells, widths) {
  const parts = [];
  for (let i = 0; i < cells.length; i++) {
    ArrayPrototypePush(parts, `${cells[i]}${StringPrototypeRepeat(' ', widths[i] - getStringWidth(cells[i]))}`);
  }
  return `\u2502 ${ArrayPrototypeJoin(parts, ' \u2502 ')} \u2502\n`;
}

// `columns[i]` stands under `heads[i]`; a hole is an empty cell.
function renderTable(heads, columns) {
  const rows = [];
  const widths = [];
  let height = 0;
  for (let i = 0; i < heads.length; i++) {
    widths[i] = getStringWidth(heads[i]);
    height = MathMax(height, columns[i].length);
  }
  for (let row = 0; row < height; row++) rows[row] = [];
  for (let i = 0; i < heads.length; i++) {
    for (let row = 0; row < height; row++) {
      const text = ObjectPrototypeHasOwnProperty(columns[i], row) ? `${columns[i][row]}` : '';
      rows[row][i] = text;
      widths[i] = MathMax(widths[i], getStringWidth(text));
    }
  }

  const rules = [];
  for (let i = 0; i < widths.length; i++) rules[i] = StringPrototypeRepeat('\u2500', widths[i] + 2);
  let text = `\u250c${ArrayPrototypeJoin(rules, '\u252c')}\u2510\n${renderRow(heads, widths)}`;
  text += `\u251c${ArrayPrototypeJoin(rules, '\u253c')}\u2524\n`;
  for (let row = 0; row < height; row++) text += renderRow(rows[row], widths);
  return `${text}\u2514${ArrayPrototypeJoin(rules, '\u2534')}\u2518`;
}

module.exports = renderTable;
