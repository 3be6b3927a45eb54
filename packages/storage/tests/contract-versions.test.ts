import { expect, it } from '@jest/globals'
import { readContractVersion } from '../src/index.ts'
import { compareVersions } from '../src/postgres/migrate.ts'

it('reads the version of a contract migration from the name of its file', () => {
  expect(readContractVersion('0012-unused-since-1.12.0-old-column.sql')).toBe('1.12.0')
  expect(readContractVersion('0012-unused-since-1.12.0')).toBe('1.12.0')
  for (const file of ['0012-unused-since-1.2', '0012-unused-since-1.2.0.1-x', '0012-old-column.sql', '1.2.0.sql'])
    expect([file, readContractVersion(file)]).toEqual([file, undefined])
})

it('compares versions by number', () => {
  const versions = ['10.0.0', '1.10.0', '1.9.1', '1.9.0']
  expect(versions.toSorted(compareVersions)).toEqual(['1.9.0', '1.9.1', '1.10.0', '10.0.0'])
  expect(compareVersions('1.2.0-rc.1', '1.2.0')).toBe(0)
})
