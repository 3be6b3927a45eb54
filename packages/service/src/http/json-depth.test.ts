import { expect, it } from '@jest/globals'
import { isJsonTooDeep } from './json-depth.ts'

const nest = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

it.each([
  ['flat', '{"a":[1,{"b":"c"}]}', false],
  ['as deep as allowed', nest(16, '[', ']'), false],
  ['too deep in arrays', nest(17, '[', ']'), true],
  ['too deep in objects', '{"a":'.repeat(17), true],
  ['wide', `[${'[],'.repeat(1_000)}{}]`, false],
  ['with brackets inside a text', JSON.stringify({ text: '['.repeat(100) }), false],
  ['with escaped quotes before brackets inside a text', JSON.stringify({ text: `\\"${'['.repeat(100)}` }), false],
  ['too deep after a text that ends in a backslash', `["\\\\",${nest(17, '[', ']')}]`, true],
  ['with other scripts', JSON.stringify({ text: '文字［［'.repeat(50) }), false],
])('finds out whether JSON that is %s nests too deeply', (_what, json, isTooDeep) => {
  expect(isJsonTooDeep(json)).toBe(isTooDeep)
  expect(isJsonTooDeep(Buffer.from(json))).toBe(isTooDeep)
})
