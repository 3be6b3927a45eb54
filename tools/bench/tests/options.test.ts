import { expect, it } from '@jest/globals'
import { parseBenchOptions } from '../src/options.ts'
import { ALL_BENCHMARKS } from '../src/scenarios.ts'

const parse = (line: string) => parseBenchOptions(line.split(' '), { INIT_CWD: '/caller' })

it('runs one benchmark, all, or some', () => {
  expect(parse('home').names).toEqual(['home'])
  expect(parse('all').names).toEqual(ALL_BENCHMARKS)
  expect(parse('all --only home,mix').names).toEqual(['home', 'mix'])
})

it('finds the file in the folder of the caller', () => {
  expect(parse('all --json out.json').jsonFile).toBe('/caller/out.json')
  expect(parse('all').jsonFile).toBeUndefined()
})

it('passes on the options of the benchmarks themselves', () => {
  expect(parse('home --engines --minutes 3').scenarioOptions).toEqual(['--engines', '--minutes', '3'])
})

it.each(['', 'nothing', 'home mix', 'all --only nothing', 'home --only mix', 'home --unknown', 'toString'])(
  'refuses %p with the usage',
  (line) => {
    expect(() => parse(line)).toThrow('Usage: npm run bench')
  },
)
