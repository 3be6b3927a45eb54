import { createTexts } from '@meadow/web'

/** Texts of the alerts page. They load with it. */
export const t = createTexts({
  'alerts.title': 'Notifications',
  'alerts.unread': { one: '{count} unread', other: '{count} unread' },
  'alerts.none': 'All caught up!',
  'alerts.filter': 'Filter',
  'alerts.all': 'All',
  'alerts.likes': 'Likes',
  'alerts.comments': 'Comments',
  'alerts.follows': 'Follows',
  'alerts.mentions': 'Mentions',
  'alerts.shares': 'Shares',
  'alerts.markAllRead': 'Mark all read',
  'alerts.markRead': 'Mark as read',
  'alerts.isRead': 'Read',
  'alerts.followBack': 'Follow back',
  'alerts.picture': 'A picture',
  'alerts.loading': 'Loading notifications',
  'alerts.failed': 'Failed to load notifications',
  'alerts.empty': 'No notifications yet',
  'alerts.emptyText': "When you get notifications, they'll show up here.",
  'alerts.end': "You're all caught up!",
  'alerts.readFailed': "Couldn't mark this as read. Please try again.",
})
