import { beforeEach, expect, it } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ann, kofi } from '../testing/fixtures.ts'
import { formatHour } from './insights-panel.tsx'
import { SidePanels } from './side-panels.tsx'

beforeEach(() => localStorage.clear())

const summarize = (_id: string, excerpt: string) => ({ _id, user: kofi, excerpt })
const live = ['One', 'Two', 'Three', ''].map((excerpt, at) => ({
  post: summarize(`p${at}`, excerpt),
  commentsCount: at + 1,
}))
const insights = { waitingComments: 4, bestHour: null, postsCount: 2, likes: { thisWeek: 7, lastWeek: 3 } }
const actions = [
  { kind: 'comment', createdAt: '2026-03-01T10:00:00.000Z', post: summarize('p1', 'Two') },
  { kind: 'reposted', createdAt: '2026-03-01T09:00:00.000Z', post: summarize('p2', 'Three') },
]

function openPanels() {
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'GET /posts/live': () => ({ posts: live }),
    'GET /posts/insights': () => insights,
    'GET /posts/activity': () => ({ actions }),
  } as unknown as Parameters<typeof fakeApi>[0])
  window.innerHeight = 900
  renderPage(<SidePanels />)
  return network
}

const panelOf = (name: string) => screen.getByRole('heading', { name }).closest('details') as HTMLDetailsElement
const toggle = (name: string) => userEvent.click(screen.getByRole('heading', { name }))
const listOpen = () => ['Live Events', 'AI Insights', 'Recent Activity', 'Stories'].filter((name) => panelOf(name).open)

it('opens what has room, and loads nothing for closed panels', async () => {
  const network = openPanels()
  await screen.findByText('One')
  expect(listOpen()).toEqual(['Live Events'])
  expect(network.count('GET /posts/insights')).toBe(0)
})

it('keeps at most two panels open, and remembers the choice of the member', async () => {
  openPanels()
  await screen.findByText('One')
  await toggle('AI Insights')
  expect(await screen.findByText('Comments waiting for you')).toBeVisible()
  await toggle('Stories')
  expect(listOpen()).toEqual(['AI Insights', 'Stories'])
  expect(screen.getByText('No stories yet')).toBeVisible()
  await toggle('AI Insights')
  expect(listOpen()).toEqual(['Stories'])
})

it('shows three rows, and all on request', async () => {
  openPanels()
  await screen.findByText('One')
  const panel = within(panelOf('Live Events'))
  expect(panel.getAllByRole('link')).toHaveLength(3)
  await userEvent.click(panel.getByRole('button', { name: 'More: Live Events' }))
  expect(panel.getByRole('link', { name: /Pictures/ })).toHaveTextContent('4 comments in the last hour')
})

it('names own actions, also one of a newer service', async () => {
  openPanels()
  await toggle('Recent Activity')
  expect(await screen.findByText(/You commented on a post by Kofi Mensah/)).toBeVisible()
  expect(within(panelOf('Recent Activity')).getAllByRole('link')).toHaveLength(2)
})

it('says by which rules the insights are computed, and the hour in the zone of the device', async () => {
  openPanels()
  await toggle('AI Insights')
  expect(await screen.findByText(/No AI reads them/)).toBeVisible()
  const noon = new Date('2026-03-01T12:34:00Z')
  const expected = new Date('2026-03-01T15:00:00Z').toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
  expect(formatHour(15, noon)).toBe(expected)
})
