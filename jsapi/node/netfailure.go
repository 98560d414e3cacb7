package node

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/dop251/goja"

	"framework/engine/certificate"
	"framework/engine/value"
)

// netFailure is a network error as Node describes it: code, and members such as
// syscall, address and port.
type netFailure struct {
	code, text string
	members    *value.Map
	cause      error
}

func (e *netFailure) Error() string { return e.text }

func (e *netFailure) Unwrap() error { return e.cause }

func (h *host) netError(err error) (goja.Value, bool) {
	e, ok := errors.AsType[*netFailure](err)
	if !ok {
		return nil, false
	}
	o := h.errorWith("Error", "", "%s", e.text)
	if e.members != nil {
		for k, v := range e.members.All() {
			_ = o.Set(k, v)
		}
	}
	if e.code != "" {
		_ = o.Set("code", e.code)
	} else {
		_ = o.Delete("code")
	}
	return o, true
}

// netCauses are the system errors with a code in Node.
var netCauses = []struct {
	is   error
	code string
	no   int // Linux's, negative as in libuv
}{
	{syscall.ECONNREFUSED, "ECONNREFUSED", -111},
	{syscall.ECONNRESET, "ECONNRESET", -104},
	{syscall.ECONNABORTED, "ECONNABORTED", -103},
	{syscall.EPIPE, "EPIPE", -32},
	{syscall.ETIMEDOUT, "ETIMEDOUT", -110},
	{syscall.EHOSTUNREACH, "EHOSTUNREACH", -113},
	{syscall.ENETUNREACH, "ENETUNREACH", -101},
	{syscall.EADDRINUSE, "EADDRINUSE", -98},
	{syscall.EADDRNOTAVAIL, "EADDRNOTAVAIL", -99},
	{syscall.EACCES, "EACCES", -13},
	{syscall.EINVAL, "EINVAL", -22},
	{syscall.EBADF, "EBADF", -9},
	{syscall.ENAMETOOLONG, "ENAMETOOLONG", -36},
	{syscall.ENOENT, "ENOENT", -2},
	{context.DeadlineExceeded, "ETIMEDOUT", -110},
	{os.ErrDeadlineExceeded, "ETIMEDOUT", -110},
}

// listenTexts say what is wrong where a server cannot listen.
var listenTexts = map[string]string{
	"EADDRINUSE": "address already in use", "EADDRNOTAVAIL": "address not available", "EACCES": "permission denied",
	"EINVAL": "invalid argument", "ENOENT": "no such file or directory", "EBADF": "bad file descriptor", "ENAMETOOLONG": "name too long",
}

// bindFailure is the error of a connection that cannot come from a local address; nil for other errors.
func bindFailure(from *net.TCPAddr, err error) error {
	cause := syscall.EINVAL // where the address is of another family than that of the server
	if _, other := errors.AsType[*net.AddrError](err); !other {
		e, ok := errors.AsType[*os.SyscallError](err)
		if !ok || e.Syscall != "bind" || !errors.As(e, &cause) {
			return nil
		}
	}
	address := "0.0.0.0"
	if from.IP != nil {
		address = from.IP.String()
	}
	if from.Port != 0 {
		address = net.JoinHostPort(address, strconv.Itoa(from.Port))
	}
	return networkFailure("bind", address, cause)
}

// networkFailure converts an error to a netFailure: call is connect, read, write or
// listen, address is "host:port" or the path of a socket. nil stays nil.
func networkFailure(call, address string, err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		return lookupFailure("getaddrinfo", e)
	}
	if e := certificateFailure(err); e != nil {
		return e
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Addr != nil && (call == "connect" || call == "listen" || call == "bind") {
		address = op.Addr.String()
	}
	for _, c := range netCauses {
		if !errors.Is(err, c.is) {
			continue
		}
		text, shown := call+" "+c.code, address
		hostname, port, split := net.SplitHostPort(address)
		if split == nil {
			shown = hostname + ":" + port // IPv6 without brackets
		}
		members := value.Of("errno", c.no, "code", c.code, "syscall", call)
		switch call {
		case "connect", "bind":
			text += " " + shown
		case "listen":
			text += ": " + listenTexts[c.code]
			if shown != "" {
				text += " " + shown
			}
		default:
			return &netFailure{c.code, text, members, err}
		}
		if split == nil {
			members.Set("address", hostname)
			if n, err := strconv.Atoi(port); err == nil {
				members.Set("port", n)
			}
		} else {
			members.Set("address", address)
		}
		return &netFailure{c.code, text, members, err}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, http.ErrServerClosed) ||
		strings.Contains(err.Error(), "server closed idle connection") || strings.Contains(err.Error(), "connection broken") {
		return &netFailure{"ECONNRESET", "socket hang up", nil, err}
	}
	if strings.Contains(err.Error(), "malformed HTTP") {
		return &netFailure{"HPE_INVALID_CONSTANT", "Parse Error: " + err.Error(), nil, err}
	}
	return &netFailure{"EPROTO", err.Error(), nil, err}
}

// lookupFailure converts an error of a DNS lookup.
func lookupFailure(call string, e *net.DNSError) error {
	code, no := "EAI_AGAIN", -3001
	switch {
	case e.IsNotFound && call == "getaddrinfo":
		code, no = "ENOTFOUND", -3008
	case e.IsNotFound:
		return &netFailure{"ENOTFOUND", call + " ENOTFOUND " + e.Name, value.Of("errno", nil, "code", "ENOTFOUND", "syscall", call, "hostname", e.Name), e}
	case call != "getaddrinfo":
		code, no = "ETIMEOUT", 0
	}
	return &netFailure{code, call + " " + code + " " + e.Name, value.Of("errno", no, "code", code, "syscall", call, "hostname", e.Name), e}
}

// refusals are the texts of OpenSSL for what lists of revoked certificates turn away.
var refusals = map[string]string{
	"CERT_REVOKED": "certificate revoked", "UNABLE_TO_GET_CRL": "unable to get certificate CRL",
	"CRL_HAS_EXPIRED": "CRL has expired", "CRL_NOT_YET_VALID": "CRL is not yet valid",
}

// certificateFailure converts the error of a refused certificate to that of
// OpenSSL; it returns nil for other errors.
func certificateFailure(err error) error {
	if e, ok := errors.AsType[*certificate.Refusal](err); ok {
		return &netFailure{e.Code, refusals[e.Code], nil, err}
	}
	if e, ok := errors.AsType[x509.HostnameError](err); ok {
		return &netFailure{"ERR_TLS_CERT_ALTNAME_INVALID", "Hostname/IP does not match certificate's altnames: " + e.Error(), value.Of("host", e.Host), err}
	}
	if e, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		if e.Cert != nil && e.Cert.Issuer.String() == e.Cert.Subject.String() {
			return &netFailure{"DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate", nil, err}
		}
		return &netFailure{"UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unable to verify the first certificate", nil, err}
	}
	if e, ok := errors.AsType[x509.CertificateInvalidError](err); ok {
		if e.Reason == x509.Expired {
			return &netFailure{"CERT_HAS_EXPIRED", "certificate has expired", nil, err}
		}
		return &netFailure{"CERT_UNTRUSTED", e.Error(), nil, err}
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return &netFailure{"EPROTO", "write EPROTO: wrong version number: the other side does not speak TLS", nil, err}
	}
	return nil
}
