import { expect, it } from '@jest/globals'
import { findPhysicalProperties } from './find-physical-properties.mjs'

const find = (line) => findPhysicalProperties(new Map([['a.module.css', `.a {\n  ${line}\n}`]]))

it.each([
  'margin-left: auto;',
  'border-right-width: 1px;',
  'left: 0;',
  'text-align: right;',
  'float: left;',
  'border-top-left-radius: 0;',
  'padding: 0 4px 0 8px;',
])('reports a style that names a side: %s', (line) => {
  expect(find(line)).toEqual([expect.stringMatching(/^a\.module\.css:2: /)])
})

it.each([
  'margin-inline-start: auto;',
  'text-align: start;',
  'left: 50%;',
  'padding: 0 4px 2px 4px;',
  'right: calc(16px + env(safe-area-inset-right, 0px));',
  'transform-origin: left top;',
])('accepts %s', (line) => {
  expect(find(line)).toEqual([])
})
