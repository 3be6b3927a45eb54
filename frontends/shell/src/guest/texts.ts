import { createTexts } from '@meadow/web'

/** Texts for people without an account. They load with what they read. */
export const t = createTexts({
  'guest.label': 'Guest',
  'guest.name': 'Anonymous',
  'guest.username': 'anonymous',
  'guest.intro': 'You are reading as a guest. Sign in to like, comment and follow.',
  'guest.signIn': 'Sign in',
  'guest.signUp': 'Sign up',

  'note.like': 'Sign in or sign up, and the post gets your like.',
  'note.follow': 'Sign in or sign up, and you follow them.',
  'note.comment': 'Sign in or sign up, and your comment is posted.',
  'note.other': 'Sign in or sign up to continue.',

  'done.like': 'You liked the post',
  'done.follow': 'You follow @{username} now',
  'done.comment': 'Your comment is posted',
  'done.other': 'Done',
  'done.as': 'As {name}',
  'done.show': 'Show',
})
