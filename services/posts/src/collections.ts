import { eventCollections } from '@meadow/events'
import { removalCollection } from '@meadow/media'
import { memberCollections } from '@meadow/members'
import type { Collection } from '@meadow/storage'
import { mediaCollection } from './media/mongo-media-repository.ts'
import { postCollections } from './posts/mongo-rows.ts'

/** All collections in the database of this service. */
export const postsCollections: Collection[] = [
  ...memberCollections,
  ...eventCollections,
  ...postCollections,
  mediaCollection,
  removalCollection,
]
