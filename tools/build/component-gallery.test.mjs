import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'

const ui = path.resolve(import.meta.dirname, '../../packages/ui')
const examples = path.join(ui, 'dev/examples')

describe('the page of all components', () => {
  it('has an example of every component', () => {
    const exported = readFileSync(path.join(ui, 'src/index.ts'), 'utf8').matchAll(/^export \{(.+)\} from '.+\.tsx'/gm)
    const names = [...exported].flatMap(([, list]) => list.split(',').map((name) => name.trim()))
    const components = names.filter((name) => /^[A-Z]/.test(name))
    const shown = readdirSync(examples)
      .map((file) => readFileSync(path.join(examples, file), 'utf8'))
      .join()
    expect(components).toContain('Button')
    expect(components.filter((name) => !new RegExp(`<${name}\\b`).test(shown))).toEqual([])
  })
})
