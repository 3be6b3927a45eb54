import { createTexts } from '@meadow/web'

/** Texts of tags, which load with their page. */
export const t = createTexts({
  'waiting.followTag': 'Follow #{tag}',
  'waiting.unfollowTag': 'Unfollow #{tag}',
  'tags.followFailed': "You couldn't follow #{tag}",
  'tags.unfollowFailed': "You couldn't unfollow #{tag}",
})
