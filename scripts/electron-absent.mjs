// Stands in for `electron` in unit tests, where there is none: importing it is harmless and every name
// in it is undefined. What needs Electron gets it passed in.
export default {}
