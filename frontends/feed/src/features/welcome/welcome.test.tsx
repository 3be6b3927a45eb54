import { beforeEach, describe, expect, it } from '@jest/globals'
import { ann, aPage, aPost, fakeIntersectionObserver, findPostList, somebody } from '@meadow/features/testing'
import { memberStorage } from '@meadow/web'
import { aProfile, type FakeApi } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

const NAMES = ['Ana Costa', 'Ben Ito', 'Cleo Park', 'Dan Roth', 'Eva Lind', 'Finn Okafor']
const people = NAMES.map((fullName, index) => ({
  ...somebody({ fullName, username: fullName.split(' ')[0]?.toLowerCase() ?? '' }),
  followerCount: index,
  reason: { code: 'same_interest' as const, interest: 'maps' as const, others: 0 },
}))
const responses = {
  'GET /auth/suggestions': () => ({ suggestions: people }),
  'PUT /auth/profile': ({ body }: { body: unknown }) => ({ user: aProfile(body as object) }),
  'PUT /auth/me': () => ({ ...ann, isWelcomed: true }),
  'POST /tags/:tag/follow': ({ path, body }: { path: string; body: unknown }) => {
    const tag = path.split('/')[2] ?? ''
    return { tag, isFollowing: (body as { state: boolean }).state }
  },
  'POST /users/:id/follow': () => ({ isFollowing: true, followerCount: 1 }),
  'GET /posts': () => aPage([aPost({ content: 'By everyone' })]),
  'GET /posts/user/:username': ({ path }: { path: string }) => {
    const user = people.find(({ username }) => path.includes(`/${username}`)) ?? ann
    return aPage([aPost({ user, content: `By ${user.fullName}` })])
  },
}

/** Opens the home page of a member who has just signed up. */
function renderWelcome(overrides: Parameters<typeof renderFeed>[1] = {}, step = 'interests'): FakeApi {
  return renderFeed('/home', { ...responses, ...overrides }, undefined, () =>
    memberStorage.write(ann._id, 'welcome', step),
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const choose = async (...labels: string[]) => {
  for (const label of labels) await userEvent.click(await screen.findByRole('checkbox', { name: label }))
}

beforeEach(() => fakeIntersectionObserver())

describe('the interests of a new member', () => {
  it('are stored after three, and people with reasons follow', async () => {
    const network = renderWelcome()
    await choose('Maps', 'Bread')
    expect(screen.getByText('Choose 1 more')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await choose('Film')
    await press('Continue')
    expect(await screen.findByRole('heading', { name: 'Follow five people' })).toBeVisible()
    expect(network.last('PUT /auth/profile')?.body).toEqual({ interests: ['maps', 'bread', 'film'] })
    expect(await screen.findAllByText('Also likes Maps')).toHaveLength(6)
    expect(memberStorage.read(ann._id, 'welcome')).toBe('people')
  })

  it('lead to their tags, which Discover reads, and no longer do when they are taken back', async () => {
    const states = new Map<string, boolean>()
    renderWelcome({
      'GET /auth/me': () => ({ ...ann, following: ['a', 'b', 'c', 'd', 'e'] }),
      'POST /tags/:tag/follow': (call) => {
        const response = responses['POST /tags/:tag/follow'](call)
        states.set(response.tag, response.isFollowing)
        return response
      },
    })
    await choose('Night sky', 'Gardening', 'Film')
    expect(states.size).toBe(0)
    await press('Continue')
    const followed = ['nightsky', 'gardening', 'garden', 'film'].map((tag) => [tag, true])
    await waitFor(() => expect([...states].toSorted()).toEqual(followed.toSorted()))
    states.clear()
    await press('Back')
    await choose('Film', 'Maps')
    await press('Continue')
    await waitFor(() => expect(Object.fromEntries(states)).toEqual({ film: false, maps: true }))
  })

  it('can be skipped, like the people', async () => {
    const network = renderWelcome()
    await press('Skip')
    await screen.findByRole('heading', { name: 'Follow five people' })
    await press('Skip')
    expect(screen.queryByRole('heading', { name: 'Follow five people' })).not.toBeInTheDocument()
    expect(memberStorage.read(ann._id, 'welcome')).toBeNull()
    expect(network.count('PUT /auth/profile')).toBe(0)
    expect(network.count('POST /tags/:tag/follow')).toBe(0)
    await waitFor(() => expect(network.last('PUT /auth/me')?.body).toEqual({ isWelcomed: true }))
  })

  it('are not asked for again on a device where the member had begun, once they have finished on another', async () => {
    renderWelcome({ 'GET /auth/me': () => ({ ...ann, isWelcomed: true }) })
    await findPostList()
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Maps' })).not.toBeInTheDocument())
  })

  it('stay chosen if they cannot be saved', async () => {
    const network = renderWelcome({ 'PUT /auth/profile': () => ({ refuse: { status: 503 } }) })
    await choose('Maps', 'Bread', 'Film')
    await press('Continue')
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't save your interests")
    expect(screen.getByRole('checkbox', { name: 'Maps' })).toBeChecked()
    network.respondWith(responses)
    await press('Continue')
    expect(await screen.findByRole('heading', { name: 'Follow five people' })).toBeVisible()
  })
})

describe('the people to follow', () => {
  it('fill the feed one by one, and count', async () => {
    const network = renderWelcome({ 'GET /auth/me': () => ({ ...ann, following: [] }) }, 'people')
    expect(await screen.findByText('0 of 5')).toBeVisible()
    expect(screen.queryByText("Here's what your people are up to.")).not.toBeInTheDocument()
    for (const [index, name] of NAMES.slice(0, 5).entries()) {
      await press(`Follow ${name}`)
      const feed = within(await findPostList())
      await waitFor(() => expect(feed.getAllByRole('article')[0]).toHaveTextContent(`By ${name}`))
      if (index < 4) expect(screen.getByText(`${index + 1} of 5`)).toBeVisible()
    }
    expect(screen.getByText("Here's what your people are up to.")).toBeVisible()
    expect(screen.queryByText(/You see everyone's posts/)).not.toBeInTheDocument()
    await press('Show my feed')
    expect(screen.queryByRole('heading', { name: 'Follow five people' })).not.toBeInTheDocument()
    await waitFor(() => expect(network.last('GET /posts')?.query.get('scope')).toMatch(/following|discover/))
  })

  it('move a post that the feed has already to its top', async () => {
    const post = aPost({ user: people[0] ?? ann, content: 'By Ana' })
    renderWelcome(
      {
        'GET /posts': () => aPage([aPost({ content: 'Newer' }), post]),
        'GET /posts/user/:username': () => aPage([post]),
      },
      'people',
    )
    await press('Follow Ana Costa')
    const feed = within(await findPostList())
    await waitFor(() => expect(feed.getAllByRole('article')[0]).toHaveTextContent('By Ana'))
    expect(feed.getAllByRole('article')).toHaveLength(2)
  })

  it('are loaded again after a failure', async () => {
    const network = renderWelcome({ 'GET /auth/suggestions': () => ({ refuse: { status: 500 } }) }, 'people')
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load suggestions.")
    network.respondWith(responses)
    await press('Try Again')
    expect(await screen.findByRole('button', { name: 'Follow Ana Costa' })).toBeVisible()
  })

  it('are not asked for if nobody else is here', async () => {
    renderWelcome(
      { 'GET /auth/suggestions': () => ({ suggestions: [] }), 'GET /auth/me': () => ({ ...ann, following: [] }) },
      'people',
    )
    expect(await screen.findByText("You're the first one here")).toBeVisible()
    await press('Done')
    expect(screen.queryByText("You're the first one here")).not.toBeInTheDocument()
  })
})

describe('the hint of a feed with the posts of everyone', () => {
  it('counts down with each follow, and goes at five', async () => {
    renderFeed('/home', {
      ...responses,
      'GET /auth/me': () => ({ ...ann, following: ['a', 'b', 'c'] }),
      'GET /posts': () => aPage(people.slice(0, 2).map((user) => aPost({ user }))),
    })
    expect(await screen.findByText(/Follow 2 more people/)).toBeVisible()
    await press('Follow Ana Costa')
    expect(screen.getByText(/Follow 1 more person/)).toBeVisible()
    await press('Follow Ben Ito')
    expect(screen.queryByText(/You see everyone's posts/)).not.toBeInTheDocument()
  })
})
