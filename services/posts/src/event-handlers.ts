import type { EventHandler } from '@meadow/events'
import { type MemberReadModel, memberEventHandlers } from '@meadow/members'
import { type ProfilePictureRepository, profilePictureHandlers } from './media/profile-picture-repository.ts'

/** The ports of the event handlers, bound to the transaction of the consumer. */
export type PostsHandlerContext = { members: MemberReadModel; profilePictures: ProfilePictureRepository }

/** Handlers of the events that auth and social publish about members. */
export const postsEventHandlers: EventHandler<PostsHandlerContext>[] = [
  ...memberEventHandlers,
  ...profilePictureHandlers,
]
