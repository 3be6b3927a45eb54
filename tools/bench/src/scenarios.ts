/** The benchmarks by name. Each is loaded when it runs. */
export const SCENARIOS: Readonly<Record<string, () => Promise<void>>> = {
  home: async () => (await import('./scenarios/home.ts')).benchHome(),
  'create-post': async () => (await import('./scenarios/create-post.ts')).benchCreatePost(),
  messages: async () => (await import('./scenarios/direct-messages.ts')).benchDirectMessages(),
  'group-messages': async () => (await import('./scenarios/group-messages.ts')).benchGroupMessages(),
  blocks: async () => (await import('./scenarios/blocks.ts')).benchBlocks(),
  mix: async () => (await import('./scenarios/mix.ts')).benchMix(),
  growth: async () => (await import('./scenarios/growth.ts')).benchGrowth(),
  'deep-pages': async () => (await import('./scenarios/deep-pages.ts')).benchDeepPages(),
  timelines: async () => (await import('./scenarios/timelines.ts')).benchTimelines(),
  'fan-out': async () => (await import('./scenarios/fan-out.ts')).benchFanOut(),
  events: async () => (await import('./scenarios/events.ts')).benchEvents(),
  'unread-count': async () => (await import('./scenarios/unread-count.ts')).benchUnreadCount(),
  'message-search': async () => (await import('./scenarios/message-search.ts')).benchMessageSearch(),
  search: async () => (await import('./scenarios/search.ts')).benchSearch(),
  'post-search': async () => (await import('./scenarios/post-search.ts')).benchPostSearch(),
  'hot-post': async () => (await import('./scenarios/hot-post.ts')).benchHotPost(),
  'sign-in': async () => (await import('./scenarios/sign-in.ts')).benchSignIn(),
  sockets: async () => (await import('./scenarios/sockets.ts')).benchSockets(),
  uploads: async () => (await import('./scenarios/uploads.ts')).benchUploads(),
  transcoding: async () => (await import('./scenarios/transcoding.ts')).benchTranscoding(),
  start: async () => (await import('./scenarios/start.ts')).benchStart(),
  idle: async () => (await import('./scenarios/idle.ts')).benchIdle(),
  memory: async () => (await import('./scenarios/memory.ts')).benchMemory(),
  'page-load': async () => (await import('./scenarios/page-load.ts')).benchPageLoad(),
  'app-start': async () => (await import('./scenarios/app-start.ts')).benchAppStart(),
  cost: async () => (await import('./scenarios/cost.ts')).benchCost(),
}

/** Measured by name only: it writes a file of its own, from which the page of capacities is computed. */
const NOT_IN_ALL = ['cost']

export const ALL_BENCHMARKS = Object.keys(SCENARIOS).filter((name) => !NOT_IN_ALL.includes(name))

/** Measure no time: other work on the machine does not change their figures. */
const INDEPENDENT_OF_LOAD = ['memory']

export const isIndependentOfLoad = (name: string): boolean => INDEPENDENT_OF_LOAD.includes(name)
