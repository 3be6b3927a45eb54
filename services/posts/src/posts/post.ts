import { type Actor, type DomainEvent, events, type MemberView, type PostSocketView } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError, newId } from '@meadow/service'
import { fromAddress, type UploadedPicture } from '../media/picture.ts'
import { createExcerpt } from './excerpt.ts'

export type PostPicture = Omit<UploadedPicture, 'purpose' | 'createdAt'>

export type Comment = { _id: string; user: MemberView; text: string; createdAt: Date }

/** A post as one viewer sees it: comments by those whom they may see, their own like, whom they follow. */
export type Post = {
  _id: string
  user: MemberView
  content: string
  alt: string
  picture: PostPicture | undefined
  createdAt: Date
  rev: number
  /** The newest likers; the viewer among them if they are one. */
  likes: string[]
  likesCount: number
  /** The newest, oldest of them first. */
  comments: Comment[]
  commentsCount: number
  viewerLiked: boolean
}

/** What a change leaves behind of a post: what everybody may see of it, after the change. */
export type ChangedPost = { authorId: string; rev: number; view: PostSocketView }

/** How a draft names its picture: by the id or by the unguessable part of the address. */
export type PictureReference = { _id: string } | { random: string }

export type NewPost = {
  _id: string
  content: string
  alt: string
  picture: PictureReference | undefined
  createdAt: Date
}

export const FIRST_REV = 1

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The picture of the author's own that a draft names by id or address; undefined when it can be none of theirs. */
export function parsePictureReference(image: string, authorId: string): PictureReference | undefined {
  if (UUID.test(image)) return { _id: image }
  const named = fromAddress(image)
  return named?.picture.ownerId === authorId && !named.narrower ? { random: named.picture.random } : undefined
}

export const createPictureUnavailableError = (): DomainError =>
  new DomainError('invalid_request', {
    fields: { image: 'Not a picture of yours that is free' },
    fieldCodes: { image: 'custom' },
  })

/** The fact that a post is there. */
export const toPostCreatedEvent = (post: NewPost, author: Actor, image: string): DomainEvent =>
  createEvent(events.postCreated, {
    source: 'posts',
    subject: post._id,
    id: newId(post.createdAt),
    time: post.createdAt,
    data: {
      author,
      excerpt: createExcerpt(post.content),
      image,
      createdAt: post.createdAt.toISOString(),
      rev: FIRST_REV,
    },
  })

/** The fact that a post is gone. */
export const toPostDeletedEvent = (
  postId: string,
  { authorId, rev }: { authorId: string; rev: number },
  time: Date,
): DomainEvent =>
  createEvent(events.postDeleted, {
    source: 'posts',
    subject: postId,
    id: newId(time),
    time,
    data: { authorId, rev },
  })
