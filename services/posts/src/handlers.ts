import type { Handler } from '@meadow/events'
import { type Members, memberHandlers } from '@meadow/members'
import { type ProfilePictures, profilePictureHandlers } from './media/profile-pictures.ts'

export type Bound = { members: Members; profilePictures: ProfilePictures }

/** What social and auth say about members. */
export const handlers: Handler<Bound>[] = [...memberHandlers, ...profilePictureHandlers]
