import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parseBackupOptions, parseRestoreOptions } from '../src/options.ts'

const environment = { INIT_CWD: join('/somewhere') }

describe('the options of a backup and a restore', () => {
  it('name folders relative to the caller', () => {
    expect(parseBackupOptions(['new', '--data', 'data'], environment)).toMatchObject({
      folder: join('/somewhere/new'),
      dataDir: join('/somewhere/data'),
      engines: false,
    })
    expect(parseRestoreOptions(['old', '--replace'], { ...environment, DATA_DIR: '/d' })).toMatchObject({
      dataDir: join('/d'),
      replace: true,
    })
    expect(parseRestoreOptions(['--reconcile'], environment)).toMatchObject({ reconcile: true, replace: false })
  })

  it('are refused with the usage', () => {
    expect(() => parseBackupOptions([], environment)).toThrow('npm run backup -- FOLDER')
    expect(() => parseBackupOptions(['a', '--replace'], environment)).toThrow('Usage: npm run backup')
    expect(() => parseRestoreOptions(['a', 'b'], environment)).toThrow('Usage: npm run restore')
    expect(() => parseRestoreOptions(['a', '--reconcile'], environment)).toThrow('--reconcile restores no folder')
  })
})
