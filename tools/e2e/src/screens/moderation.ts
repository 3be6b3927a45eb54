import type { Page } from '@playwright/test'
import { clearStoredQueries } from '../pages/stored-queries.ts'
import type { Screen } from './screen.ts'

const AT = '2026-05-01T12:00:00.000Z'
const toMember = (last: number, username: string, fullName: string) => ({
  _id: `01890000-0000-7000-8000-00000000000${last}`,
  username,
  fullName,
  avatar: '',
})
const author = toMember(1, 'chapelwheels', 'Chapel Wheels')
const reporter = toMember(2, 'mara', 'Mara Lindqvist')
const moderator = toMember(3, 'tomas', 'Tomás Rey')

/** An open report of a comment with its post. */
const openReport = {
  _id: '01890000-0000-7000-8000-0000000000a1',
  kind: 'comment',
  targetId: '01890000-0000-7000-8000-0000000000a2',
  category: 'harassment',
  text: 'The third time this week, under every post about the lake.',
  status: 'open',
  createdAt: AT,
  decision: null,
  rule: '',
  decidedAt: null,
  reporter,
  reported: author,
  evidence: {
    author,
    text: 'Nobody asked you. Go and count your birds somewhere else.',
    createdAt: AT,
    pictures: [],
    context: [{ author: reporter, text: 'First swallows over the boathouse this morning.', createdAt: AT }],
  },
  openReports: 2,
  note: 'Warned in April.',
  decidedBy: null,
  assignedTo: moderator,
  isHidden: true,
}
const appeal = { text: 'I meant my brother, who stood beside me.', at: AT, state: 'open', answeredAt: null }
const appealed = {
  ...openReport,
  _id: '01890000-0000-7000-8000-0000000000a3',
  status: 'resolved',
  decision: 'suspend',
  rule: 'Be kind',
  decidedBy: moderator,
  decidedAt: AT,
  suspendedUntil: null,
  isHidden: false,
  appeal,
}
const entry = {
  at: AT,
  by: moderator,
  member: author,
  reportId: openReport._id,
  rule: 'Be kind',
  note: 'Warned in April.',
}
const invite = {
  _id: '01890000-0000-7000-8000-0000000000a4',
  note: 'The rowing club',
  maxUses: 20,
  uses: 3,
  createdBy: moderator.username,
  createdAt: AT,
  expiresAt: '2026-06-01T12:00:00.000Z',
  isUsable: true,
}
const PAGE = { hasMore: false, nextCursor: null }

/** Answers the calls of moderation in place of the server: the viewer has no role. */
async function routeModeration(page: Page): Promise<void> {
  await page.route(/\/api\/auth\/me$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), role: 'admin' } })
  })
  const answers: [RegExp, object][] = [
    [/\/api\/moderation\/reports\?/, { reports: [openReport, appealed], ...PAGE }],
    [/\/api\/moderation\/audit/, { entries: [{ ...entry, _id: openReport._id, action: 'report.warn' }], ...PAGE }],
    [/\/api\/auth\/roles$/, { members: [{ ...moderator, role: 'moderator' }] }],
    [/\/api\/moderation\/badges$/, { members: [author] }],
    [/\/api\/auth\/invites$/, { invites: [invite] }],
    [/\/api\/auth\/refusals$/, { version: 1, words: ['casino'], emailDomains: ['spam.example'], emails: [] }],
  ]
  for (const [path, json] of answers) await page.route(path, (route) => route.fulfill({ json }))
}

const moderation: Screen = async (page, { show }) => {
  await routeModeration(page)
  await page.goto('/moderation')
  await page.getByText('I meant my brother').waitFor()
  await show('moderation-reports')
  await page.getByRole('tab', { name: 'Log' }).click()
  await page.getByText('report.warn').waitFor()
  await show('moderation-log')
  await page.getByRole('tab', { name: 'Roles' }).click()
  await page.getByText(moderator.fullName).waitFor()
  await show('moderation-roles')
  await page.getByRole('tab', { name: 'Invites' }).click()
  await page.getByText(invite.note).waitFor()
  await show('moderation-invites')
  await page.getByRole('tab', { name: 'Not allowed' }).click()
  await page.getByRole('textbox', { name: 'Words' }).waitFor()
  await show('moderation-refusals')
  await page.getByRole('tab', { name: 'Badges' }).click()
  await page.getByText(author.fullName).waitFor()
  await show('moderation-badges')
}

/** The reports of the viewer, and the decisions about them with an appeal and the form of another. */
const ownReports: Screen = async (page, { show }) => {
  const { kind, category, text, createdAt, targetId } = openReport
  const report = { kind, category, text, createdAt, targetId, rule: 'Be kind', decidedAt: AT, status: 'resolved' }
  const decision = { kind, text: openReport.evidence.text, decision: 'warn', rule: 'Be kind', decidedAt: AT }
  const reports = [{ ...report, _id: openReport._id, decision: 'remove' }]
  const decisions = [
    { ...decision, _id: openReport._id, appeal: null, canAppeal: true },
    { ...decision, _id: appealed._id, appeal: { ...appeal, state: 'rejected', answeredAt: AT }, canAppeal: false },
  ]
  await page.route(/\/api\/reports/, (route) => route.fulfill({ json: { reports, ...PAGE } }))
  await page.route(/\/api\/moderation\/decisions/, (route) => route.fulfill({ json: { decisions, ...PAGE } }))
  await page.goto('/settings/reports')
  await page.getByRole('button', { name: 'Appeal' }).click()
  await page.getByLabel('Why should moderators decide otherwise?').fill(appeal.text)
  await show('settings-reports')
}

/** Blocked and muted members. */
const blocked: Screen = async (page, { show }) => {
  const member = { ...author, isVerified: true, isFollowing: false }
  await page.route(/\/api\/users\/blocked/, (route) => route.fulfill({ json: { blocked: [member], ...PAGE } }))
  await page.route(/\/api\/users\/muted/, (route) =>
    route.fulfill({ json: { muted: [{ ...member, ...reporter, mutedUntil: null }] } }),
  )
  await page.goto('/terms')
  await clearStoredQueries(page)
  await page.goto('/settings/blocked')
  await page.getByRole('button', { name: `Unblock ${author.fullName}` }).waitFor()
  await show('settings-blocked')
}

export const moderationScreens: Screen[] = [moderation, ownReports, blocked]
