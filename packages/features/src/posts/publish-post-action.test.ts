import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { aProfile } from '@meadow/web/testing'
import { type PostListData, type ProfileResponse, queryKeys } from '../cache/query-keys.ts'
import { ann, annAsAuthor, aPage, aPost } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { publishPostAction } from './publish-post-action.ts'

const [hill, lake] = ['hill.png', 'lake.png'].map((name) => new File(['...'], name, { type: 'image/png' })) as [
  File,
  File,
]

it('uploads each picture, then creates the post with their URLs, under the id of the entry as client key', () => {
  const data = {
    content: 'Hills',
    pictures: [
      { file: hill, alt: 'A hill' },
      { file: lake, alt: '' },
    ],
  }
  const { requests, files } = publishPostAction.plan(data, 'e1')
  expect(files).toEqual([hill, lake])
  const upload = (file: number) => ({
    call: 'POST /media',
    form: [
      ['purpose', 'post'],
      ['file', { file }],
    ],
  })
  expect(requests).toEqual([
    upload(0),
    upload(1),
    {
      call: 'POST /posts',
      body: {
        content: 'Hills',
        pictures: [
          { url: { fromRequest: 0, path: 'secure_url' }, alt: 'A hill' },
          { url: { fromRequest: 1, path: 'secure_url' }, alt: '' },
        ],
      },
      key: 'e1',
    },
  ])
})

it('does not upload again what an earlier attempt has uploaded', () => {
  const pictures = [
    { file: hill, alt: '', url: '/media/p/a/hill' },
    { file: lake, alt: '' },
  ]
  const { requests, files } = publishPostAction.plan({ content: '', pictures }, 'e1')
  expect(files).toEqual([lake])
  expect(requests.at(-1)?.body).toEqual({
    content: '',
    pictures: [
      { url: '/media/p/a/hill', alt: '' },
      { url: { fromRequest: 0, path: 'secure_url' }, alt: '' },
    ],
  })
})

it('names the link whose preview is left out, because it may no longer be that of the post', () => {
  const settings = { linkWithoutPreview: 'https://example.org/a' }
  const { requests } = publishPostAction.plan({ content: 'See example.org/b', pictures: [], settings }, 'e1')
  expect(requests[0]?.body).toEqual({
    content: 'See example.org/b',
    pictures: [],
    isLinkPreviewRemoved: true,
    linkWithoutPreview: 'https://example.org/a',
  })
})

it('puts the published post on top of the feed and counts it, once', () => {
  const cache = createQueryClient()
  const older = aPost()
  cache.setQueryData<PostListData>(queryKeys.postList('all'), { pages: [aPage([older])], pageParams: [null] })
  const user = aProfile({ _id: ann._id, postCount: 7 })
  cache.setQueryData<ProfileResponse>(queryKeys.profile(ann._id), { user, isFollowing: false })
  const post = aPost({ user: annAsAuthor })
  const entry = anOutboxEntry(publishPostAction, { content: post.content, pictures: [] })
  publishPostAction.settle(cache, entry, post)
  publishPostAction.settle(cache, entry, post)
  expect(cache.getQueryData<PostListData>(queryKeys.postList('all'))?.pages[0]?.posts).toEqual([post, older])
  expect(cache.getQueryData<ProfileResponse>(queryKeys.profile(ann._id))?.user.postCount).toBe(8)
})

it('uploads a video with its size, sets its captions, and posts it in place of pictures', () => {
  const file = new File(['...'], 'walk.mp4', { type: 'video/mp4' })
  const uploaded = { fromRequest: 0, path: '_id' }
  const video = { file, durationMs: 4_040, width: 640, height: 360, captions: 'WEBVTT' }
  const plan = publishPostAction.plan({ content: '', pictures: [], video }, 'e1')
  expect(plan.files).toEqual([file])
  expect(plan.requests).toEqual([
    {
      call: 'POST /media',
      form: [
        ['purpose', 'post'],
        ['duration', '4.0'],
        ['width', '640'],
        ['height', '360'],
        ['file', { file: 0 }],
      ],
    },
    { call: 'PUT /media/:id/captions', params: { id: uploaded }, body: { captions: 'WEBVTT' } },
    { call: 'POST /posts', body: { content: '', video: uploaded }, key: 'e1' },
  ])
  const unread = { file, durationMs: 0, captions: '' }
  expect(publishPostAction.plan({ content: '', pictures: [], video: unread }, 'e1').requests).toHaveLength(2)
})
