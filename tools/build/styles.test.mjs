import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const ROOT = join(import.meta.dirname, '../..')
const sheets = globSync('{frontends/*,packages/*}/{src,dev}/**/*.css', { cwd: ROOT })

/** Returns the lines of all style sheets that match, with their places. Comments are left out. */
function findLines(pattern, isException = () => false) {
  return sheets.flatMap((path) => {
    const css = readFileSync(join(ROOT, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, (text) =>
      text.replace(/[^\n]/g, ''),
    )
    return css.split('\n').flatMap((line, index) => {
      if (!pattern.test(line) || isException(path, line)) return []
      return [`${path}:${index + 1} ${line.trim()}`]
    })
  })
}

describe('style sheets', () => {
  it('are found', () => expect(sheets.length).toBeGreaterThan(40))

  it("set type in rem, so that the browser's larger font enlarges it", () => {
    expect(findLines(/\bfont(-size)?:[^;/]*\dpx/)).toEqual([])
  })

  it('take durations from the tokens', () => {
    const isTokenOrReducedMotion = (path, line) => path.endsWith('ui/src/tokens.css') || line.includes('duration: 1ms')
    expect(findLines(/[\s:(]\d*\.?\d+m?s\b/, isTokenOrReducedMotion)).toEqual([])
  })

  it('take easings from the tokens', () => {
    const isToken = (path) => path.endsWith('ui/src/tokens.css')
    expect(findLines(/cubic-bezier|(?<!-)\bease(-in|-out|-in-out)?\b/, isToken)).toEqual([])
  })
})
