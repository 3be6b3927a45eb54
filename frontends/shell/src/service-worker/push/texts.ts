import { createTexts } from '@meadow/contracts/create-texts'

/** Texts of push notifications that the service worker adds. */
export const t = createTexts({
  'push.unknown': 'Something new on Meadow',
  'push.unknownText': 'Open Meadow to see it.',
  'push.reply': 'Reply',
  'push.replyPlaceholder': 'Write a reply',
  'push.like': 'Like',
  'push.markRead': 'Mark as read',
  'push.picture': 'Picture',
  'push.voice': 'Voice message',
  'push.video': 'Video',
  'push.waitingMessage': 'Message: “{text}”',
  'push.waitingComment': 'Comment: {text}',
  'push.waitingLike': 'Like of a post',
  'push.replyFailed': "Your reply couldn't be sent",
})
