import { expect, it } from '@jest/globals'
import { assertSupportedServer } from './assert-supported-server.ts'

it.each([
  ['a member of a replica set', { setName: 'meadow', maxWireVersion: 25 }],
  ['a router of a sharded cluster', { msg: 'isdbgrid', maxWireVersion: 27 }],
])('accepts %s', (_server, hello) => {
  expect(() => assertSupportedServer(hello)).not.toThrow()
})

it.each([
  ['a server without a replica set', { maxWireVersion: 25 }, 'replica set'],
  ['MongoDB 7.0', { setName: 'meadow', maxWireVersion: 21 }, '8.0 or newer'],
])('refuses %s', (_server, hello, reason) => {
  expect(() => assertSupportedServer(hello)).toThrow(reason)
})
