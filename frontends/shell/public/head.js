// Runs before the first paint, before any other script.

// Applies the stored theme (packages/web/src/theme), to avoid a flash.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // storage is disabled
}

// Loads the entry of the remote that serves this page (src/remote-routes.ts) beside the scripts of the shell, which
// would load it only later. The installed app starts at /start, which opens the last page (src/features/start).
{
  const remotes = { home: 'feed', post: 'feed', inbox: 'chat', chat: 'chat', profile: 'profile', friends: 'profile' }
  const readLastPath = () => {
    try {
      return JSON.parse(localStorage.getItem('member:last-known:path')).value
    } catch {
      return '/home'
    }
  }
  const [, segment] = (location.pathname === '/start' ? readLastPath() : location.pathname).split('/')
  if (Object.hasOwn(remotes, segment)) {
    const { content: build } = document.querySelector('meta[name="build"]')
    const link = document.createElement('link')
    link.setAttribute('rel', 'preload')
    link.setAttribute('as', 'script')
    link.setAttribute('href', `/mf/${remotes[segment]}/remoteEntry.js?shell=${build}`)
    document.head.append(link)
  }
}
