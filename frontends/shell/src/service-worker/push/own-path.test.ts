import { expect, it } from '@jest/globals'
import { toOwnPath } from './own-path.ts'

const ORIGIN = 'https://meadow.example'
const toPath = (address: string) => toOwnPath(address, ORIGIN)

it('accepts paths of the own origin', () => {
  expect(toPath('/chat/kofi')).toBe('/chat/kofi')
  expect(toPath('/post/1?comment=2#end')).toBe('/post/1?comment=2#end')
  expect(toPath('https://meadow.example/media/p/1.webp')).toBe('/media/p/1.webp')
})

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,hi',
  '//evil.example/chat',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'https://meadow.example.evil.example/',
  'https://meadow.example@evil.example/',
  'chat/kofi',
  '',
])('refuses %j', (address) => {
  expect(toPath(address)).toBeUndefined()
})
