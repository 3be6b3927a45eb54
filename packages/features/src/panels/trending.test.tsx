import { expect, it } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Trending } from './trending.tsx'

const trend = (tag: string) => ({ tag, postsCount: 12, authorsCount: 1 })

it('shows three tags, and the others on request', async () => {
  fakeApi({ 'GET /trends': () => ({ trends: ['moss', 'fern', 'タグ', 'oak'].map(trend) }) })
  renderPage(<Trending />)
  expect(await screen.findByRole('link', { name: /^#moss/ })).toHaveTextContent('#moss12 posts · 1 person')
  expect(screen.getByRole('link', { name: /^#タグ/ })).toHaveAttribute('href', `/tag/${encodeURIComponent('タグ')}`)
  expect(screen.getAllByRole('link')).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'More: Trending' }))
  expect(screen.getAllByRole('link')).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: 'Fewer: Trending' }))
  expect(screen.getAllByRole('link')).toHaveLength(3)
})

it('says that there are none', async () => {
  fakeApi({ 'GET /trends': () => ({ trends: [] }) })
  renderPage(<Trending />)
  expect(await screen.findByText('Tags that many people use today appear here.')).toBeVisible()
})
