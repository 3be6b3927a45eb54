/** The paths of each front end that the shell loads at run time. public/head.js knows their first segments, too. */
export const REMOTE_ROUTES = {
  feed: ['/home', '/post/:id', '/search', '/tag/:tag', '/bookmarks', '/discover'],
  chat: ['/inbox', '/chat/:username', '/chat/group/:id'],
  profile: ['/profile', '/profile/:username', '/profile/:username/follow', '/friends'],
} as const

export type RemoteName = keyof typeof REMOTE_ROUTES

export const REMOTE_NAMES = Object.keys(REMOTE_ROUTES) as RemoteName[]
