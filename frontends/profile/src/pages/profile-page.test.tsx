import { beforeEach, describe, expect, it } from '@jest/globals'
import { aPage, aPost, fakeIntersectionObserver, findPostList, kofi, scrollToListEnd } from '@meadow/features/testing'
import { aProfile } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderProfile, toProfile } from '../testing/render-profile.tsx'

beforeEach(() => fakeIntersectionObserver())

const kofis = toProfile(kofi, {
  bio: 'Open workshop, Thursdays.',
  location: 'Tamale',
  website: 'https://wheels.example/about',
  workplace: 'Mensah Wheels',
  education: 'Evening school',
  hometown: 'Accra',
  currentCity: 'Tamale',
  birthday: '1990-04-23',
  relationshipStatus: 'in_a_relationship',
  gender: 'prefer_not_to_say',
  followerCount: 3400,
  followingCount: 184,
  postCount: 212,
  createdAt: '2024-03-15T12:00:00.000Z',
})
const createResponses = (profile = kofis) => ({
  'GET /auth/profile/:idOrUsername': ({ path }: { path: string }) => ({
    user: path.endsWith(`/${profile.username}`) ? profile : aProfile(),
    isFollowing: false,
  }),
})
const page = () => within(screen.getByRole('main'))

describe('the profile of another member', () => {
  it('shows the member, and sets the document title', async () => {
    renderProfile('/profile/kofi', createResponses())
    expect(await screen.findByRole('heading', { level: 1, name: 'Kofi Mensah' })).toBeVisible()
    expect(page().getByText('212 posts', { exact: false })).toHaveTextContent('@kofi · 212 posts')
    expect(page().getByText('Open workshop, Thursdays.')).toBeVisible()
    expect(page().getByText('Joined March 2024')).toBeVisible()
    const website = page().getByRole('link', { name: 'wheels.example/about' })
    expect(website).toHaveAttribute('href', 'https://wheels.example/about')
    expect(website).toHaveAttribute('rel', 'noopener nofollow')
    expect(document.title).toBe('Kofi Mensah (@kofi) · Meadow')
  })

  it('has links where the bio has links, mentions and tags, and takes no address on trust', async () => {
    const bio = 'With @mara, mill.example #moss\nand a trap'
    const bioFacets = [
      { start: 5, end: 10, memberId: kofi._id },
      { start: 12, end: 24, url: 'https://mill.example/' },
      { start: 25, end: 30, tag: 'moss' },
      { start: 37, end: 41, url: 'javascript:alert(1)' },
    ]
    renderProfile('/profile/kofi', createResponses({ ...kofis, bio, bioFacets }))
    expect(await screen.findByRole('link', { name: '@mara' })).toHaveAttribute('href', `/profile/${kofi._id}`)
    const website = page().getByRole('link', { name: 'mill.example' })
    expect(website).toHaveAttribute('href', 'https://mill.example/')
    expect(website).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
    expect(page().getByRole('link', { name: '#moss' })).toHaveAttribute('href', '/tag/moss')
    expect(page().queryByRole('link', { name: 'trap' })).not.toBeInTheDocument()
    expect(page().getByText(/and a trap/)).toHaveTextContent('With @mara, mill.example #moss and a trap')
  })

  it('is left when the viewer blocks the member, who is not asked for again', async () => {
    const network = renderProfile('/profile/kofi', {
      ...createResponses(),
      'POST /users/:id/block': () => ({ user: kofi, isBlocked: true }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Block @kofi' }))
    expect(await screen.findByText(/You stop following each other/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Block' }))
    await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent('/home'))
    await waitFor(() => expect(network.last('POST /users/:id/block')?.body).toEqual({ state: true }))
    expect(await screen.findByText('You blocked @kofi')).toBeVisible()
  })

  it('is reported with a category and words, which thanks at once and offers to block', async () => {
    const report = {
      _id: kofi._id,
      kind: 'member',
      targetId: kofi._id,
      category: 'hate',
      text: '',
      status: 'open',
      decision: null,
      rule: '',
      decidedAt: null,
    } as const
    const network = renderProfile('/profile/kofi', {
      ...createResponses(),
      'POST /reports': () => ({ report: { ...report, createdAt: '2026-05-01T12:00:00.000Z' } }),
      'POST /users/:id/block': () => ({ user: kofi, isBlocked: true }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Report @kofi' }))
    await userEvent.selectOptions(
      await screen.findByLabelText('What is wrong with it?'),
      'Hate against a group of people',
    )
    await userEvent.type(screen.getByLabelText('What should moderators know? (optional)'), ' In the bio ')
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
    expect(await screen.findByText('Thank you for telling us')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() =>
      expect(network.last('POST /reports')?.body).toEqual({
        kind: 'member',
        id: kofi._id,
        category: 'hate',
        text: 'In the bio',
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Block @kofi' }))
    await waitFor(() => expect(network.last('POST /users/:id/block')?.body).toEqual({ state: true }))
  })

  it('opens by @name, too', async () => {
    renderProfile('/profile/@kofi', createResponses())
    expect(await screen.findByRole('heading', { level: 1, name: 'Kofi Mensah' })).toBeVisible()
  })

  it('leaves out values that only newer services know', async () => {
    const newer = { gender: 'brand_new', relationshipStatus: 'brand_new', addedField: 1 } as object
    renderProfile('/profile/kofi', createResponses({ ...kofis, ...newer }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Kofi Mensah' })).toBeVisible()
    const about = within(await screen.findByRole('region', { name: 'About' }))
    expect(about.getAllByRole('listitem')).toHaveLength(5)
    expect(page().queryByText(/brand_new/)).not.toBeInTheDocument()
  })

  it('links to the conversation, and shows that the member is online', async () => {
    renderProfile('/profile/kofi', createResponses(toProfile(kofi, { isOnline: true })))
    expect(await screen.findByRole('link', { name: 'Message' })).toHaveAttribute('href', '/chat/kofi')
    expect(page().getByText('Active now')).toBeVisible()
  })

  it('shows no presence of a member who hides it from the viewer', async () => {
    renderProfile('/profile/kofi', createResponses(toProfile(kofi, { isOnline: false, lastActive: null })))
    expect(await screen.findByRole('link', { name: 'Message' })).toBeVisible()
    expect(page().queryByText(/Active|Last seen/)).not.toBeInTheDocument()
  })

  it('links its counts to the follow lists', async () => {
    renderProfile('/profile/kofi', createResponses())
    const followers = await screen.findByRole('link', { name: '3.4K Followers' })
    expect(followers).toHaveAttribute('href', '/profile/kofi/follow?tab=followers')
    expect(page().getByRole('link', { name: '184 Following' })).toHaveAttribute(
      'href',
      '/profile/kofi/follow?tab=following',
    )
  })

  it('shows and focuses the posts after a click on their count', async () => {
    const scrolledTo: Element[] = []
    Element.prototype.scrollIntoView = function scrollIntoView() {
      scrolledTo.push(this)
    }
    renderProfile('/profile/kofi?tab=likes', createResponses())
    await userEvent.click(await screen.findByRole('link', { name: '212 Posts' }))
    expect(screen.getByRole('tabpanel', { name: 'Posts' })).toHaveFocus()
    expect(scrolledTo).toEqual([screen.getByRole('tablist')])
    expect(screen.getByLabelText('address')).toHaveTextContent('/profile/kofi?tab=posts')
  })

  it('shows only filled fields in the About card', async () => {
    renderProfile('/profile/kofi', createResponses())
    const about = within(await screen.findByRole('region', { name: 'About' }))
    expect(about.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'Works at Mensah Wheels',
      'Studied at Evening school',
      'From Accra',
      'Lives in Tamale',
      'In a relationship',
      'Born April 23, 1990',
    ])
  })

  it('has no edit buttons', async () => {
    renderProfile('/profile/kofi', createResponses())
    await screen.findByRole('button', { name: 'Follow Kofi Mensah' })
    expect(screen.queryByRole('button', { name: 'Edit Profile' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Change cover' })).not.toBeInTheDocument()
  })

  it('is followed immediately, and unfollowed with Undo', async () => {
    const network = renderProfile('/profile/kofi', {
      ...createResponses(toProfile(kofi, { followerCount: 3 })),
      'POST /users/:id/follow': ({ body }) => ({
        isFollowing: (body as { state: boolean }).state,
        followerCount: (body as { state: boolean }).state ? 4 : 3,
      }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Follow Kofi Mensah' }))
    expect(page().getByRole('link', { name: '4 Followers' })).toBeVisible()
    const waitForFollows = (count: number) => waitFor(() => expect(network.count('POST /users/:id/follow')).toBe(count)) // an undone one would not be sent
    await waitForFollows(1)
    await userEvent.click(screen.getByRole('button', { name: 'Following Kofi Mensah' }))
    expect(await page().findByRole('link', { name: '3 Followers' })).toBeVisible()
    await waitForFollows(2)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'Following Kofi Mensah' })).toBeVisible()
    await waitForFollows(3)
  })

  it('rolls back a failed follow silently', async () => {
    renderProfile('/profile/kofi', {
      ...createResponses(),
      'POST /users/:id/follow': () => ({ refuse: { status: 500 } }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Follow Kofi Mensah' }))
    expect(await screen.findByRole('button', { name: 'Follow Kofi Mensah' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('offers Follow back if the member follows the viewer', async () => {
    renderProfile('/profile/kofi', createResponses(toProfile(kofi, { followsYou: true })))
    expect(await screen.findByRole('button', { name: 'Follow back Kofi Mensah' })).toBeVisible()
    expect(page().getByText('Follows you')).toBeVisible()
  })
})

describe('the tabs', () => {
  const picture = {
    _id: 'm1',
    secure_url: '/media/p/1',
    url: '/media/p/1',
    width: 900,
    height: 600,
    placeholder: '',
    alt: 'A wheel in the sun',
    sources: [],
  }

  it('load posts page by page', async () => {
    const network = renderProfile('/profile/kofi', {
      ...createResponses(),
      'GET /posts/user/:username': ({ query }) =>
        query.get('cursor') ? aPage([aPost({ content: 'Second' })]) : aPage([aPost({ content: 'First' })], 'next'),
    })
    await findPostList()
    scrollToListEnd()
    expect(await screen.findByText('Second')).toBeVisible()
    expect(
      network.calls.filter(({ key }) => key === 'GET /posts/user/:username').map(({ query }) => `${query}`),
    ).toEqual(['limit=5', 'limit=5&cursor=next'])
  })

  it('link pictures to their posts, and are stored in the URL', async () => {
    const post = aPost({ media: picture })
    renderProfile('/profile/kofi', {
      ...createResponses(),
      'GET /posts/user/:username': ({ query }) => aPage(query.get('filter') === 'media' ? [post] : []),
    })
    await userEvent.click(await screen.findByRole('tab', { name: 'Media' }))
    expect(await screen.findByRole('link', { name: 'A wheel in the sun' })).toHaveAttribute('href', `/post/${post._id}`)
    expect(screen.getByLabelText('address')).toHaveTextContent('/profile/kofi?tab=media')
  })

  it('link videos to their posts, with their length, and without a poster that is covered or missing', async () => {
    const video = { _id: 'v1', status: 'ready', url: '/media/p/1.mp4', durationMs: 65_000, width: 9, height: 16 }
    const ready = { ...video, poster: { ...picture, alt: '' }, captions: null }
    const posts = [
      aPost({ video: ready }),
      aPost({ video: ready, pictureCover: { kind: 'spoiler', note: '' } }),
      aPost({ video: { ...ready, status: 'processing', url: null, poster: null } }),
    ]
    renderProfile('/profile/kofi?tab=media', {
      ...createResponses(),
      'GET /posts/user/:username': () => aPage(posts),
    })
    const links = await screen.findAllByRole('link', { name: 'Video from a post, 1:05' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(posts.map(({ _id }) => `/post/${_id}`))
    expect(links.map((link) => link.querySelectorAll('img').length)).toEqual([1, 0, 0])
  })

  it.each([
    ['posts', 'Write a post', { compose: true }],
    ['media', 'Write a post', { compose: true }],
    ['likes', 'Find posts', null],
  ])('say what to do while the own %s are empty', async (tab, name, state) => {
    renderProfile(`/profile?tab=${tab}`)
    await userEvent.click(await screen.findByRole('link', { name }))
    expect(screen.getByLabelText('address')).toHaveTextContent('/home')
    expect(screen.getByLabelText('state')).toHaveTextContent(JSON.stringify(state))
  })

  it('open as the URL says, and explain the likes tab', async () => {
    const network = renderProfile('/profile/kofi?tab=likes', createResponses())
    expect(await screen.findByText('Posts by @kofi that you liked')).toBeVisible()
    expect(await screen.findByText('No likes yet')).toBeVisible()
    const requested = network.calls.find(({ key }) => key === 'GET /posts/user/:username')
    expect(requested?.query.get('filter')).toBe('liked')
  })
})

it('leads from a former username to the present one', async () => {
  renderProfile('/profile/Kofi.Before', {
    'GET /auth/profile/:idOrUsername': () => ({ user: kofis, isFollowing: false }),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Kofi Mensah' })).toBeVisible()
  expect(screen.getByLabelText('address')).toHaveTextContent('/profile/kofi')
})

it('leads from the id of a member, which mentions have, to the username', async () => {
  renderProfile(`/profile/${kofis._id}`, {
    'GET /auth/profile/:idOrUsername': () => ({ user: kofis, isFollowing: false }),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Kofi Mensah' })).toBeVisible()
  expect(screen.getByLabelText('address')).toHaveTextContent('/profile/kofi')
})

describe('a profile that fails to load', () => {
  it('shows that the member does not exist, with a link home', async () => {
    renderProfile('/profile/nobody', {
      'GET /auth/profile/:idOrUsername': ({ path }) =>
        path.endsWith('nobody')
          ? { refuse: { status: 404, code: 'member_not_found', error: 'Member not found' } }
          : { user: aProfile(), isFollowing: false },
    })
    expect(await screen.findByRole('heading', { name: 'Profile not found' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  })

  it('says what to do when it fails to load, and loads again on request', async () => {
    const network = renderProfile('/profile/kofi', {
      'GET /auth/profile/:idOrUsername': () => ({ refuse: { status: 500, error: 'Something broke' } }),
    })
    expect(await screen.findByRole('heading', { name: 'Failed to load profile' })).toBeVisible()
    expect(screen.getByText('Please try again in a moment.')).toBeVisible()
    network.respondWith(createResponses())
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Kofi Mensah' })).toBeVisible()
  })

  it('requires a username', async () => {
    renderProfile('/profile/%20')
    expect(await screen.findByRole('heading', { name: 'Username is required' })).toBeVisible()
  })
})
