import { eventCollections } from '@meadow/events'
import { removalCollection } from '@meadow/media'
import { memberCollections } from '@meadow/members'
import type { Collection } from '@meadow/storage'
import { conversationCollections } from './conversations/mongo-rows.ts'
import { blockCollection } from './members/mongo-relations.ts'
import { messageCollections } from './messages/mongo-rows.ts'
import { secretCollection } from './pictures/mongo-picture-files.ts'
import { markerCollection } from './threads/mongo-thread-markers.ts'

/** All collections in the database of this service. */
export const chatCollections: Collection[] = [
  ...memberCollections,
  ...eventCollections,
  ...conversationCollections,
  ...messageCollections,
  blockCollection,
  markerCollection,
  removalCollection,
  secretCollection,
]
