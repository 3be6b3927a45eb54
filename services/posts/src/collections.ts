import { eventDeliveryCollections } from '@meadow/events'
import { linkPreviewCollection } from '@meadow/link-preview'
import { mediaRemovalCollection } from '@meadow/media'
import { exportTaskCollection, memberCollections } from '@meadow/members'
import type { MongoCollection } from '@meadow/storage'
import { bookmarkCollection } from './bookmarks/mongo-bookmark-collection.ts'
import { counterCheckCollections } from './counters/mongo-counter-checker.ts'
import { discoverCollections } from './discover/mongo-discover-repository.ts'
import { postDraftCollection } from './drafts/mongo-draft-collection.ts'
import { postVersionCollection } from './edits/mongo-edit-repository.ts'
import { pictureCollection } from './media/mongo-picture-repository.ts'
import { mutedContentCollection } from './muting/mongo-muted-content.ts'
import { pinnedPostCollection } from './pins/mongo-pin-collection.ts'
import { postCollections } from './posts/mongo-post-collections.ts'
import { readingPositionCollection } from './reading-position/mongo-reading-position-repository.ts'
import { tagFollowCollection } from './tags/mongo-tag-store.ts'
import { videoCollections } from './videos/mongo-video-repository.ts'
import { viewCollections } from './views/mongo-view-repository.ts'

/** The MongoDB collections of this service. */
export const postsCollections: MongoCollection[] = [
  ...memberCollections,
  ...eventDeliveryCollections,
  ...postCollections,
  postVersionCollection,
  bookmarkCollection,
  pinnedPostCollection,
  readingPositionCollection,
  postDraftCollection,
  ...discoverCollections,
  pictureCollection,
  linkPreviewCollection,
  mediaRemovalCollection,
  exportTaskCollection,
  tagFollowCollection,
  mutedContentCollection,
  ...viewCollections,
  ...videoCollections,
  ...counterCheckCollections,
]
