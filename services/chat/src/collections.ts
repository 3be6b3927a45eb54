import { eventDeliveryCollections } from '@meadow/events'
import { linkPreviewCollection } from '@meadow/link-preview'
import { mediaRemovalCollection } from '@meadow/media'
import { exportTaskCollection, memberCollections } from '@meadow/members'
import type { MongoCollection } from '@meadow/storage'
import { conversationCollections } from './conversations/mongo-conversation-rows.ts'
import { messageDraftCollection } from './drafts/mongo-message-drafts.ts'
import { blockCollection } from './members/mongo-relationship-lookup.ts'
import { messageCollections } from './messages/mongo-message-rows.ts'
import { pictureSecretCollection } from './pictures/mongo-message-pictures.ts'
import { threadMarkerCollection } from './threads/mongo-thread-markers.ts'
import { videoTaskCollection } from './video/mongo-videos.ts'
import { voiceTaskCollection } from './voice/mongo-voice-tasks.ts'

/** All collections in the database of this service. */
export const chatCollections: MongoCollection[] = [
  ...memberCollections,
  ...eventDeliveryCollections,
  ...conversationCollections,
  ...messageCollections,
  blockCollection,
  threadMarkerCollection,
  mediaRemovalCollection,
  exportTaskCollection,
  pictureSecretCollection,
  linkPreviewCollection,
  voiceTaskCollection,
  messageDraftCollection,
  videoTaskCollection,
]
