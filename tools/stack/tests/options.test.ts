import { describe, expect, it } from '@jest/globals'
import { parseStackOptions } from '../src/options.ts'

describe('the options of npm start', () => {
  it('come from the command line first, then from the environment', () => {
    const environment = { PORT: '7000', DATA_DIR: '/srv/meadow' }
    expect(parseStackOptions(['--port', '8000', '--data', '/tmp/other', '--empty'], environment)).toEqual({
      port: 8000,
      dataDir: '/tmp/other',
      development: false,
      engines: false,
      instances: 1,
      empty: true,
    })
    expect(parseStackOptions([], environment)).toMatchObject({ port: 7000, dataDir: '/srv/meadow' })
  })

  it('default to port 5000 and a folder in the repository', () => {
    expect(parseStackOptions([], { PORT: '', DATA_DIR: '' })).toEqual({
      port: 5000,
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
