import type { EventHandler } from '@meadow/events'
import { type MemberReadModel, memberEventHandlers } from '@meadow/members'
import { type ProfilePictureRepository, profilePictureHandlers } from './media/profile-picture-repository.ts'

export type PostsHandlerContext = { members: MemberReadModel; profilePictures: ProfilePictureRepository }

/** What social and auth say about members. */
export const postsEventHandlers: EventHandler<PostsHandlerContext>[] = [
  ...memberEventHandlers,
  ...profilePictureHandlers,
]
