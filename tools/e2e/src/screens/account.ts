import type { Page } from '@playwright/test'
import { clearStoredQueries } from '../pages/stored-queries.ts'
import type { Screen } from './screen.ts'

const AT = '2026-05-01T12:00:00.000Z'
const LATER = '2026-05-08T12:00:00.000Z'
const RECOVERY_CODES = Array.from({ length: 10 }, (_, index) => `k7qm-2xd${index}-w9pc`)

/** Answers calls in place of the server, so that the account of the viewer stays as it is. */
async function answer(page: Page, answers: [RegExp, (method: string) => object][]): Promise<void> {
  for (const [path, toJson] of answers)
    await page.route(path, (route) => route.fulfill({ json: toJson(route.request().method()) }))
  await page.goto('/terms')
  await clearStoredQueries(page)
}

/** What shows who a member is beside the password: the authenticator app while it is set up, and passkeys. */
const waysIn: Screen = async (page, { show }) => {
  const proposal = {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Meadow:kofi?secret=JBSWY3DPEHPK3PXP',
  }
  const byMethod: Record<string, object> = { GET: { isOn: false, recoveryCodesLeft: 0 }, POST: proposal }
  const passkeys = [
    { _id: '01890000-0000-7000-8000-0000000000b1', name: 'Phone', createdAt: AT, lastUsedAt: LATER },
    { _id: '01890000-0000-7000-8000-0000000000b2', name: 'Key on the ring', createdAt: AT, lastUsedAt: null },
  ]
  await answer(page, [
    [/\/api\/auth\/totp$/, (method) => byMethod[method] ?? { recoveryCodes: RECOVERY_CODES }],
    [/\/api\/auth\/passkeys$/, () => ({ passkeys })],
    [/\/api\/auth\/oauth\/connected$/, () => ({ providers: [], hasPassword: true })],
  ])
  await page.goto('/settings/account')
  await page.getByRole('heading', { name: 'Key on the ring' }).waitFor()
  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await page.getByRole('dialog').getByLabel('Your password').waitFor()
  await show('settings-passkey-remove')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill('Larkspur')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await show('settings-authenticator')
  await page.getByLabel('Code that the app shows').fill('123456')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
  await show('settings-recovery-codes')
}

/** The copy of the own data, in each of its states. */
const exports: Screen = async (page, { show }) => {
  const begun = { _id: '01890000-0000-7000-8000-0000000000b3', parts: 3, totalParts: 5, requestedAt: AT }
  const none = { readyAt: null, expiresAt: null, nextAt: null, bytes: null }
  const states = [
    [{ ...begun, ...none, status: 'collecting' }, 'Collecting your data'],
    [
      {
        ...begun,
        readyAt: AT,
        expiresAt: LATER,
        nextAt: '2199-01-01T00:00:00.000Z',
        bytes: 48_300_000,
        status: 'ready',
      },
      'Download',
    ],
    [{ ...begun, ...none, status: 'failed' }, 'Try again'],
  ] as const
  for (const [latest, text] of states) {
    await answer(page, [[/\/api\/auth\/export$/, () => ({ isOffered: true, export: latest })]])
    await page.goto('/settings/data')
    await page.getByRole('region', { name: 'A copy of your data' }).getByText(text).first().waitFor()
    await show(`settings-export-${latest.status}`)
    await page.unrouteAll()
  }
}

/** The members for whom the viewer has made an exception. */
const exceptions: Screen = async (page, { partner, show }) => {
  const member = {
    ...{ _id: '01890000-0000-7000-8000-0000000000b4', username: partner.username, fullName: partner.fullName },
    ...{ avatar: '', isVerified: false, isFollowing: true },
  }
  const exception = { showOnline: false, showLastSeen: null, showTyping: null, sendReadMarks: true }
  await answer(page, [[/\/api\/users\/privacy\/exceptions$/, () => ({ exceptions: [{ ...member, exception }] })]])
  await page.goto('/settings/privacy')
  await page.getByText('Never sees when you are online').scrollIntoViewIfNeeded()
  await show('settings-exceptions')
}

/** An admin edits the terms, and publishes after another one. */
const legalForm: Screen = async (page, { show }) => {
  const published = { _id: '01890000-0000-7000-8000-0000000000b5', text: '## Be kind\n\nTo everyone.', changedAt: AT }
  let current: object | null = null
  await page.route(/\/api\/auth\/me$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), role: 'admin' } })
  })
  await page.route(/\/api\/auth\/legal\/terms/, (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { current, versions: [] } })
    current = published
    const error = 'Another admin has published a text since. Compare it with yours'
    return route.fulfill({ status: 409, json: { code: 'legal_notice_changed', error, requestId: '' } })
  })
  await page.goto('/terms')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page
    .getByLabel('Text', { exact: true })
    .fill('## Be kinder\n\n- To all\n- Every day\n\n[More](https://example.org)')
  await show('terms-edit')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'Be kinder' }).waitFor()
  await show('terms-preview')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByLabel('Published text').waitFor()
  await show('terms-changed')
}

export const accountScreens: Screen[] = [waysIn, exports, exceptions, legalForm]
