import { createTexts } from '@meadow/web'

/** Texts of the frame and of what every page needs. Pages that load on demand have their own `texts.ts`. */
export const t = createTexts({
  'app.loading': 'Loading...',
  'app.retry': 'Try again',
  'app.skip': 'Skip to content',
  'app.crashed': 'Something went wrong',
  'app.crashedText': 'This page stopped working. Reloading it usually helps.',
  'app.reload': 'Reload',

  'nav.label': 'Main',
  'nav.brand': 'Meadow, home',
  'nav.brandName': 'Meadow',
  'nav.brandShortName': 'M',
  'nav.home': 'Home',
  'nav.alerts': 'Alerts',
  'nav.friends': 'Friends',
  'nav.inbox': 'Inbox',
  'nav.me': 'Me',
  'nav.you': 'You',
  'nav.suggestions': 'Suggestions',
  'nav.search': 'Search Meadow…',
  'nav.settings': 'Settings',
  'nav.newNotifications': { one: 'new notification', other: 'new notifications' },
  'nav.unreadMessages': { one: 'unread message', other: 'unread messages' },
  'nav.toDark': 'Switch to dark mode',
  'nav.toLight': 'Switch to light mode',
  'nav.signIn': 'Sign in',
  'nav.logOut': 'Log out',
  'nav.loggedOut': 'Logged Out',
  'nav.loggedOutText': 'You have been successfully logged out.',
  'nav.logOutFailed': 'Logout Failed',
  'nav.logOutFailedText': 'There was an error logging out.',

  'offline.title': 'You are offline',
  'offline.unreachable': "Meadow can't be reached",
  'offline.notLive': 'No live updates. Connecting...',
  'offline.back': 'You are back online',
  'offline.waiting': { one: '{count} action waits to be sent', other: '{count} actions wait to be sent' },
  'offline.updatedNow': 'Last updated just now',
  'offline.updatedMinutes': { one: 'Last updated {count} minute ago', other: 'Last updated {count} minutes ago' },
  'offline.updatedHours': { one: 'Last updated {count} hour ago', other: 'Last updated {count} hours ago' },
  'offline.updatedDays': { one: 'Last updated {count} day ago', other: 'Last updated {count} days ago' },

  'alerts.title': 'Notifications',

  'settings.page': 'Settings',

  'remote.feed': 'Your feed',
  'remote.chat': 'The chat',
  'remote.profile': 'This page',
  'remote.loading': 'Loading...',
  'remote.loadFailed': "{part} isn't available right now",
  'remote.loadFailedText': 'The rest of Meadow works. Please try again in a moment.',
  'remote.retry': 'Retry',

  'notFound.page': 'Page not found',
})
