import { createTexts } from '@meadow/web'

/** Texts of the welcome. They load with it. */
export const t = createTexts({
  'welcome.interestsTitle': 'What do you like?',
  'welcome.interestsText':
    "We'll suggest people who like the same things, and you'll follow their tags, such as #birds. Your profile shows your interests.",
  'welcome.interests': 'Interests',
  'welcome.interestsMissing': { one: 'Choose {count} more', other: 'Choose {count} more' },
  'welcome.interestsEnough': 'Lovely. Choose more if you like.',
  'welcome.interestsFailed': "Couldn't save your interests. Please try again.",
  'welcome.peopleTitle': 'Follow five people',
  'welcome.peopleText': 'Their posts appear in your feed below.',
  'welcome.peopleFailed': "Couldn't load suggestions.",
  'welcome.progress': 'People you follow',
  'welcome.peopleCount': '{followed} of {goal}',
  'welcome.peopleEnough': 'Your feed is ready.',
  'welcome.aloneTitle': "You're the first one here",
  'welcome.aloneText': 'Write the first post, and invite a friend or two. People to follow will show up here.',
  'welcome.tips': 'Settle in',
  'welcome.tipPicture': 'Add a picture',
  'welcome.tipPost': 'Write your first post',
  'welcome.tipFriends': 'Find people you know',
  'welcome.skip': 'Skip',
  'welcome.back': 'Back',
  'welcome.continue': 'Continue',
  'welcome.done': 'Done',
  'welcome.showFeed': 'Show my feed',
  tryAgain: 'Try Again',
})
