import { describe, expect, it } from '@jest/globals'
import { ERRORS } from '@meadow/contracts'
import * as z from 'zod'
import { answersCalls, namedBy } from '../src/named-by.ts'
import { configurationPage } from '../src/pages/configuration.ts'
import { decisionsPage } from '../src/pages/decisions.ts'
import { errorsPage } from '../src/pages/errors.ts'
import { listFiles, readTexts } from '../src/repository.ts'

describe('the page of the configuration', () => {
  const page = (variables: z.ZodObject, ownStore = false) => configurationPage([{ name: 'x', variables, ownStore }])

  it('says of a variable what it means, what it is by itself, and whether it is needed', () => {
    const list = z.string().default('a,b')
    const said = page(
      z.object({
        A: z.coerce.number().int().default(3).describe('How many'),
        B: list.transform((text) => text.split(',')).describe('Which'),
        C: z.enum(['on', 'off']).default('on').describe('Whether'),
        D: z.url().describe('Where'),
        E: z.string().optional().describe('Who'),
      }),
    )
    expect(said.split('\n').filter((line) => line.startsWith('| `'))).toEqual([
      '| `A` | How many | `3` |',
      '| `B` | Which | `a,b` |',
      '| `C` | Whether (`on`, `off`) | `on` |',
      '| `D` | Where | needed |',
      '| `E` | Who |  |',
    ])
  })

  it('names the variable that wins over one that all may share', () => {
    const variables = z.object({ STORE_URL: z.string().describe('Its store') })
    expect(page(variables, true)).toContain('| `X_STORE_URL`, else `STORE_URL` |')
  })

  it('is not written while a variable says nothing of itself', () => {
    expect(() => page(z.object({ A: z.string() }))).toThrow('A of x says nothing of itself')
  })
})

describe('the page of the errors', () => {
  it('has each code with its status, its words and who names it', () => {
    const texts = new Map(Object.entries({ 'services/posts/src/a.ts': "'post_not_found'", 'gateway/src/b.ts': "''" }))
    const said = errorsPage(namedBy(texts))
    for (const code of Object.keys(ERRORS)) expect(said).toContain(`| \`${code}\` |`)
    expect(said).toContain('| 404 | `post_not_found` | Post not found | posts |')
  })

  it('has no code that nobody names', async () => {
    const named = namedBy(await readTexts((await listFiles()).filter(answersCalls)))
    expect([...named].filter(([, owners]) => owners.length === 0)).toEqual([])
  })
})

describe('the page of the decisions', () => {
  const page = (heading: string) => decisionsPage(new Map([['docs/adr/0007-a-thing.md', `${heading}\n\nWhy.`]]))

  it('lists each with its title, its state and its day', () => {
    expect(page('# 7. A thing (accepted, 2026-01-31)')).toContain(
      '| 7 | [A thing](0007-a-thing.md) | accepted | 2026-01-31 |',
    )
  })

  it.each(['# A thing', '# 8. A thing (accepted, 2026-01-31)', '# 7. A thing (accepted)'])(
    'is not written for one that begins with %p',
    (heading) => expect(() => page(heading)).toThrow('0007-a-thing.md does not begin like'),
  )
})
