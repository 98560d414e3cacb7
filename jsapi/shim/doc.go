// Package shim gives JavaScript the req and res of an exchange: prototypes
// built once per realm over one small native object per request, and the
// handlers that run actions, policies and responses written in JavaScript.
package shim
