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
  const remotes = {
    home: 'feed',
    post: 'feed',
    search: 'feed',
    tag: 'feed',
    bookmarks: 'feed',
    discover: 'feed',
    inbox: 'chat',
    chat: 'chat',
    profile: 'profile',
    friends: 'profile',
  }
  const readLastPath = () => {
    try {
      return JSON.parse(localStorage.getItem(`member:${readSession().userId}:last-known:path`)).value
    } catch {
      return '/home'
    }
  }
  const readSession = () => {
    try {
      return { token: localStorage.getItem('token'), userId: localStorage.getItem('userId') }
    } catch {
      return {}
    }
  }

  // Asks for the member, the conversation and its messages beside the scripts, which would ask for them one after the
  // other (packages/web/src/api/early-responses.ts).
  const requestConversation = async (username) => {
    const { token, userId } = readSession()
    if (!token) return
    const requests = new Map()
    globalThis.meadowEarlyRequests = requests
    const request = (address) => {
      const response = fetch(address, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } })
      // Reads the body even if no call of the page takes the response: unread, it would keep its connection.
      response.then((received) => received.clone().text()).catch(() => undefined)
      requests.set(address, { token, response })
      return response
    }
    const response = await request(`/api/auth/profile/${username}`)
    if (!response.ok) return
    const { user } = await response.clone().json()
    if (user._id === userId) return
    request(`/api/messages/conversations/${user._id}`)
    request(`/api/messages/${user._id}?limit=30`)
  }

  const [, segment, username, inGroup] = (location.pathname === '/start' ? readLastPath() : location.pathname).split(
    '/',
  )
  if (Object.hasOwn(remotes, segment)) {
    const { content: build } = document.querySelector('meta[name="build"]')
    const link = document.createElement('link')
    link.setAttribute('rel', 'preload')
    link.setAttribute('as', 'script')
    link.setAttribute('href', `/mf/${remotes[segment]}/remoteEntry.js?shell=${build}`)
    document.head.append(link)
  }
  if (segment === 'chat' && username && !inGroup) requestConversation(username).catch(() => undefined)
}
