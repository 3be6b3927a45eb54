import { describe, expect, it } from '@jest/globals'
import { parseStackOptions } from '../src/options.ts'

describe('the options of npm start', () => {
  it('come from the command line first, then from the environment', () => {
    const environment = { PORT: '7000', HOST: '10.0.0.4', DATA_DIR: '/srv/meadow' }
    const args = ['--port', '8000', '--host', '0.0.0.0', '--data', '/tmp/other', '--empty']
    expect(parseStackOptions(args, environment)).toEqual({
      port: 8000,
      host: '0.0.0.0',
      dataDir: '/tmp/other',
      development: false,
      engines: false,
      instances: 1,
      empty: true,
    })
    expect(parseStackOptions([], environment)).toMatchObject({
      port: 7000,
      host: '10.0.0.4',
      dataDir: '/srv/meadow',
    })
  })

  it('default to port 5000 on this machine only, and a folder in the repository', () => {
    expect(parseStackOptions([], { PORT: '', HOST: '', DATA_DIR: '' })).toEqual({
      port: 5000,
      host: '127.0.0.1',
      development: false,
      engines: false,
      instances: 1,
      empty: false,
      dataDir: expect.stringMatching(/[\\/]\.meadow$/),
    })
  })

  it('resolve the data folder against the folder where npm was called', () => {
    expect(parseStackOptions(['--data', 'here'], { INIT_CWD: '/home/jane' }).dataDir).toBe('/home/jane/here')
  })

  it.each(['penguin.local', 'x86_64-apple-darwin13.4.0', '0'])(
    'ignore a HOST of a shell that is no address: %s',
    (HOST) => {
      expect(parseStackOptions([], { HOST }).host).toBe('127.0.0.1')
    },
  )

  it.each(['penguin.local', 'localhost:5000', ''])('refuse --host without an address: %j', (host) => {
    expect(() => parseStackOptions(['--host', host], {})).toThrow(/host must be an address/)
  })

  it('refuse a port that browsers block', () => {
    expect(() => parseStackOptions(['--port', '5061'], {})).toThrow('Browsers block port 5061')
  })

  it.each([['--port', 'many'], ['--port', '0'], ['--port', '70000'], ['--instances', '0'], ['--colour'], ['stray']])(
    'are refused with an explanation: %s %s',
    (...args) => {
      expect(() => parseStackOptions(args, {})).toThrow(/port must be a number|must be 1 to 9|Usage: npm start/)
    },
  )
})
