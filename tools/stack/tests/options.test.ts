import { describe, expect, it } from '@jest/globals'
import { readOptions } from '../src/options.ts'

describe('the options of npm start', () => {
  it('come from the command line first, then from the environment', () => {
    const environment = { PORT: '7000', DATA_DIR: '/srv/meadow' }
    expect(readOptions(['--port', '8000', '--data', '/tmp/other', '--empty'], environment)).toEqual({
      port: 8000,
      dataDir: '/tmp/other',
      development: false,
      engines: false,
      instances: 1,
      empty: true,
    })
    expect(readOptions([], environment)).toMatchObject({ port: 7000, dataDir: '/srv/meadow' })
  })

  it('default to port 5000 and a folder in the repository', () => {
    expect(readOptions([], { PORT: '', DATA_DIR: '' })).toEqual({
      port: 5000,
      development: false,
      engines: false,
      instances: 1,
      empty: false,
      dataDir: expect.stringMatching(/[\\/]\.meadow$/),
    })
  })

  it('name a data folder from where npm was called', () => {
    expect(readOptions(['--data', 'here'], { INIT_CWD: '/home/jane' }).dataDir).toBe('/home/jane/here')
  })

  it('refuse a port that browsers do not open', () => {
    expect(() => readOptions(['--port', '5061'], {})).toThrow('Browsers refuse to open pages on port 5061')
  })

  it.each([['--port', 'many'], ['--port', '0'], ['--port', '70000'], ['--instances', '0'], ['--colour'], ['stray']])(
    'are refused with a sentence: %s %s',
    (...args) => {
      expect(() => readOptions(args, {})).toThrow(/A port is a number|1 to 9 instances|Use: npm start/)
    },
  )
})
