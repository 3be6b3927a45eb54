import { describe, expect, it } from '@jest/globals'
import { PROGRAM_VARIABLES } from '../../stack/src/environment.ts'
import { PROCESSES } from '../src/processes.ts'

/** `npm start` gives the community the store and the shared state of each service, and no common ones. */
const COMMON_NAMES = ['STORE_URL', 'STATE_URL']
const NAMES_OF_SERVICES = ['AUTH', 'SOCIAL', 'POSTS', 'NOTIFY', 'CHAT'].flatMap((name) =>
  COMMON_NAMES.map((common) => `${name}_${common}`),
)

describe('npm start', () => {
  it.each(PROCESSES)('gives $name exactly the variables of its configuration', ({ name, variables }) => {
    const names = Object.keys(variables.shape)
    const expected =
      name === 'community' ? [...names.filter((one) => !COMMON_NAMES.includes(one)), ...NAMES_OF_SERVICES] : names
    expect(PROGRAM_VARIABLES[name]?.toSorted()).toEqual(expected.toSorted())
  })
})
