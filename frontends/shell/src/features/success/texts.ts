import { createTexts } from '@meadow/web'

/** Texts of the success page. They load with it. */
export const t = createTexts({
  'success.pageNew': 'Welcome',
  'success.pageBack': 'Welcome back',
  'success.titleNew': 'Welcome to Meadow!',
  'success.titleBack': 'Welcome Back!',
  'success.countdown': {
    one: 'Redirecting to home in {count} second...',
    other: 'Redirecting to home in {count} seconds...',
  },
  'success.countdownNext': {
    one: 'Taking you to your page in {count} second...',
    other: 'Taking you to your page in {count} seconds...',
  },
  'success.home': 'Go to Home',
  'success.continue': 'Continue',
  'success.profile': 'View Profile',
  'success.tips': 'Getting started',
  'success.tipProfile': 'Complete your profile',
  'success.tipProfileText': 'Add a picture and a line about yourself.',
  'success.tipPost': 'Share your first post',
  'success.tipPostText': 'A few words or a picture is enough.',
  'success.tipFollow': 'Connect with people',
  'success.tipFollowText': 'Follow people whose posts you enjoy.',
  'success.tipAlerts': 'Check notifications',
  'success.tipAlertsText': 'See what happened while you were away.',
  'success.tipDiscover': "Discover what's new",
  'success.tipDiscoverText': 'Your feed shows the newest posts first.',
  'success.tipFriends': 'Connect with friends',
  'success.tipFriendsText': 'See who you might want to follow next.',
})
