import { describe, expect, it } from '@jest/globals'
import { ERRORS } from '@meadow/contracts'
import { SECURITY_EVENTS } from '@meadow/service'
import * as z from 'zod'
import { findErrorCodeUsers, isServerSource } from '../src/error-code-users.ts'
import { renderConfigurationPage } from '../src/pages/configuration.ts'
import { renderDecisionsPage } from '../src/pages/decisions.ts'
import { renderErrorsPage } from '../src/pages/errors.ts'
import { renderSecurityEventsPage } from '../src/pages/security-events.ts'
import { listFiles, readTexts } from '../src/repository.ts'

/** Removes the spaces that align the columns of tables. */
const removePadding = (text: string) => text.replaceAll(/ +\|/g, ' |')

describe('the configuration page', () => {
  const page = (variables: z.ZodObject, ownStore = false) =>
    removePadding(renderConfigurationPage([{ name: 'x', variables, ownStore }]))

  it('lists the meaning and the default of each variable', () => {
    const list = z.string().default('a,b')
    const text = page(
      z.object({
        A: z.coerce.number().int().default(3).describe('How many'),
        B: list.transform((text) => text.split(',')).describe('Which'),
        C: z.enum(['on', 'off']).default('on').describe('Whether'),
        D: z.url().describe('Where'),
        E: z.string().optional().describe('Who'),
      }),
    )
    expect(text.split('\n').filter((line) => line.startsWith('| `'))).toEqual([
      '| `A` | How many | `3` |',
      '| `B` | Which | `a,b` |',
      '| `C` | Whether (`on`, `off`) | `on` |',
      '| `D` | Where | required |',
      '| `E` | Who | |',
    ])
  })

  it('lists the service-specific variable before the shared one', () => {
    const variables = z.object({ STORE_URL: z.string().describe('Its store') })
    expect(page(variables, true)).toContain('| `X_STORE_URL` or `STORE_URL` |')
  })

  it('requires a description of each variable', () => {
    expect(() => page(z.object({ A: z.string() }))).toThrow('A of x has no description')
  })
})

describe('the errors page', () => {
  it('lists each code with its status, message and users', () => {
    const texts = new Map(Object.entries({ 'services/posts/src/a.ts': "'post_not_found'", 'gateway/src/b.ts': "''" }))
    const text = removePadding(renderErrorsPage(findErrorCodeUsers(texts)))
    for (const code of Object.keys(ERRORS)) expect(text).toContain(`| \`${code}\` |`)
    expect(text).toContain('| 404 | `post_not_found` | Post not found | posts |')
  })

  it('has no unused code', async () => {
    const users = findErrorCodeUsers(await readTexts((await listFiles()).filter(isServerSource)))
    expect([...users].filter(([, owners]) => owners.length === 0)).toEqual([])
  })
})

describe('the page of security events', () => {
  it('lists each event with its level and reasons', () => {
    const text = removePadding(renderSecurityEventsPage())
    expect(text).toContain('| `auth.password_changed` | info | A member changed the password | |')
    expect(text).toContain('| `wrong_password`, `throttled` |')
  })

  it('has no event and no reason that no process logs', async () => {
    const files = (await listFiles()).filter((file) => isServerSource(file) && !file.endsWith('/security-events.ts'))
    const sources = [...(await readTexts(files)).values()].join('\n')
    const logged = new Set([...sources.matchAll(/'([a-z_.]+)'/g)].map(([, word]) => word))
    const names = Object.entries(SECURITY_EVENTS).flatMap(([event, { reasons }]) => [event, ...reasons])
    expect(names.filter((name) => !logged.has(name))).toEqual([])
  })
})

describe('the decisions page', () => {
  const page = (heading: string) =>
    removePadding(renderDecisionsPage(new Map([['docs/adr/0007-a-thing.md', `${heading}\n\nWhy.`]])))

  it('lists each decision with its title, state and date', () => {
    expect(page('# 7. A thing (accepted, 2026-01-31)')).toContain(
      '| 7 | [A thing](0007-a-thing.md) | accepted | 2026-01-31 |',
    )
  })

  it.each(['# A thing', '# 8. A thing (accepted, 2026-01-31)', '# 7. A thing (accepted)'])(
    'rejects a decision that starts with %p',
    (heading) => expect(() => page(heading)).toThrow('0007-a-thing.md must start like'),
  )
})
