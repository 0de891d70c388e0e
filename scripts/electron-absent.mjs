// Replaces `electron` in unit tests, which run without it: importing it is harmless and every name in it is undefined.
// Code that needs Electron gets it as an argument.
export default {}
