/**
 * Words that exported names and file names must not contain, each with the reason and the words to use instead. A word is a
 * part of a name in camelCase, kebab-case or SNAKE_CASE. See docs/glossary.md for the terms of the project.
 */
export const REJECTED_WORDS = {
  announce: 'ordinary English for a technical operation: publish, createEvent, append to the outbox',
  announced: 'ordinary English for a technical operation: published',
  answer: 'ordinary English for a technical term: response, respond, return',
  answered: 'ordinary English for a technical term: responded, acknowledged',
  answers: 'ordinary English for a technical term: responses, returns',
  ask: 'ordinary English for a technical operation: request, fetch, query',
  asked: 'ordinary English for a technical term: request, input, requested',
  bell: 'metaphor: WakeSignal in memory, PubSub between processes',
  buried: 'metaphor: rejected, published as a dead letter',
  bury: 'metaphor: publishDeadLetter',
  desk: 'metaphor: deadLetterConsole',
  fact: 'ordinary English for a technical term: event',
  facts: 'ordinary English for a technical term: events',
  gate: 'metaphor: concurrencyLimit, switch',
  guess: 'metaphor: loginThrottle, login attempt',
  hear: 'ordinary English for a technical operation: subscribe, receive',
  heard: 'ordinary English for a technical term: received, events',
  hint: 'has several meanings: push (socket message), description (text on a screen)',
  janitor: 'metaphor for a background task: cleanup',
  keep: 'hides the operation: store, cache, retain, retry',
  kept: 'hides the state: stored, cached, retained',
  letter: 'metaphor unless it is a dead letter: message, mail',
  met: 'ordinary English for a technical term: conflict',
  news: 'ordinary English for a technical term: events, update',
  parts: 'says nothing about its subject: SendMessageDeps for dependencies',
  patience: 'metaphor: timeout with its unit, such as REQUEST_TIMEOUT_MS',
  people: 'the project has one word for this: members',
  person: 'the project has one word for this: member',
  place: 'has seven meanings: seq, offset, cursor, index, position, slot, location',
  raise: 'hides the operation: bumpRevision, increment',
  said: 'ordinary English for a technical term: payload, event',
  saying: 'ordinary English for a technical term: publishing, emitting',
  standing: 'has several meanings: relationship, cursor',
  surroundings: 'unknown to readers: platformClients, environment',
  sweep: 'metaphor: cleanup, deleteExpired',
  talk: 'ordinary English for a technical term: conversation',
  talking: 'ordinary English for a technical term: conversation',
  tell: 'ordinary English for a technical operation: push, publish, report',
  telling: 'ordinary English for a technical term: snapshot, republish',
  tidy: 'metaphor: cleanUp, removeStaleUploads',
  told: 'ordinary English for a technical term: received, notified, payload',
  wish: 'ordinary English for a technical term: request, options, command',
}

/** Pairs of words that are terms of the field, although one of the two is rejected. */
export const ALLOWED_TERMS = {
  'dead letter': "Kafka's and the bus's term for an event that a consumer could not handle",
  'dead letters': 'the plural of the same term',
  'keep alive': "HTTP's term for connections that stay open",
  'keep mounted': "Base UI's term for a hidden element that stays in the document",
}

/** Names that are allowed as a whole, with the reason. */
export const ALLOWED_NAMES = {}
