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
  return `│ ${ArrayPrototypeJoin(parts, ' │ ')} │\n`;
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
  for (let i = 0; i < widths.length; i++) rules[i] = StringPrototypeRepeat('─', widths[i] + 2);
  let text = `┌${ArrayPrototypeJoin(rules, '┬')}┐\n${renderRow(heads, widths)}├${ArrayPrototypeJoin(rules, '┼')}┤\n`;
  for (let row = 0; row < height; row++) text += renderRow(rows[row], widths);
  return `${text}└${ArrayPrototypeJoin(rules, '┴')}┘`;
}

module.exports = renderTable;
