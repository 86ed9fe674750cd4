'use strict';

// `console.table`: rows and columns of whatever was passed.
//
// Phase: run time, on every thread, at the first use; not in the startup image.

const {
  ArrayIsArray,
  ArrayPrototypePush,
  ArrayPrototypeUnshift,
  MapPrototypeForEach,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  SetPrototypeForEach,
} = primordials;

const { previewEntries } = internalBinding('util');
const { isMap, isMapIterator, isSet, isSetIterator } = internalBinding('types');
const { validateArray } = require('internal/validators');
const { inspect } = require('internal/util/inspect');
const renderTable = require('internal/cli_table');

const kIteration = '(iteration index)';
const kIndex = '(index)';
const kKey = 'Key';
const kValues = 'Values';

function format(data, properties, options) {
  if (properties !== undefined) validateArray(properties, 'properties');

  const cell = (value) => inspect(value, {
    maxArrayLength: 3,
    breakLength: Infinity,
    ...options,
    depth: value !== null && typeof value === 'object' && !ArrayIsArray(value) && ObjectKeys(value).length > 2 ? -1 : 0,
  });

  if (isMap(data)) {
    const pairs = [];
    MapPrototypeForEach(data, (value, key) => ArrayPrototypePush(pairs, key, value));
    return formatPairs(pairs, cell);
  }
  if (isSet(data)) {
    const items = [];
    SetPrototypeForEach(data, (value) => ArrayPrototypePush(items, value));
    return formatItems(items, cell);
  }
  if (isMapIterator(data)) {
    const preview = previewEntries(data, true);
    return preview[1] ? formatPairs(preview[0], cell) : formatItems(preview[0], cell);
  }
  if (isSetIterator(data)) return formatItems(previewEntries(data), cell);
  return formatRows(data, properties, cell);
}

function indexColumn(length, cell) {
  const column = [];
  for (let i = 0; i < length; i++) ArrayPrototypePush(column, cell(i));
  return column;
}

function formatPairs(pairs, cell) {
  const keys = [];
  const values = [];
  for (let i = 0; i < pairs.length; i += 2) {
    ArrayPrototypePush(keys, cell(pairs[i]));
    ArrayPrototypePush(values, cell(pairs[i + 1]));
  }
  return renderTable([kIteration, kKey, kValues], [indexColumn(keys.length, cell), keys, values]);
}

function formatItems(items, cell) {
  const values = [];
  for (let i = 0; i < items.length; i++) ArrayPrototypePush(values, cell(items[i]));
  return renderTable([kIteration, kValues], [indexColumn(values.length, cell), values]);
}

// A column for each property of the rows and, unless the columns are given, one for rows that are primitives.
function formatRows(data, properties, cell) {
  const columns = { __proto__: null };
  const primitives = [];
  let hasPrimitives = false;
  const rows = ObjectKeys(data);
  for (let i = 0; i < rows.length; i++) {
    const row = data[rows[i]];
    const primitive = row === null || (typeof row !== 'function' && typeof row !== 'object');
    if (primitive && properties === undefined) {
      hasPrimitives = true;
      primitives[i] = cell(row);
      continue;
    }
    const keys = properties || ObjectKeys(row);
    for (let j = 0; j < keys.length; j++) {
      const key = keys[j];
      columns[key] ??= [];
      columns[key][i] = primitive || !ObjectPrototypeHasOwnProperty(row, key) ? '' : cell(row[key]);
    }
  }

  const heads = ObjectKeys(columns);
  const bodies = [];
  for (let i = 0; i < heads.length; i++) ArrayPrototypePush(bodies, columns[heads[i]]);
  if (hasPrimitives) {
    ArrayPrototypePush(heads, kValues);
    ArrayPrototypePush(bodies, primitives);
  }
  ArrayPrototypeUnshift(heads, kIndex);
  ArrayPrototypeUnshift(bodies, rows);
  return renderTable(heads, bodies);
}

module.exports = { format };
