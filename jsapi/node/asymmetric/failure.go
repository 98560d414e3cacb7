package asymmetric

import "fmt"

// Failure is an error with the members that it has in Node.
type Failure struct {
	Type    string // Error, TypeError or RangeError
	Code    string
	Message string
	Library string // of OpenSSL; empty for errors of Node itself
	Reason  string
}

func (f *Failure) Error() string { return f.Message }

// openssl makes an error as OpenSSL 3 words it.
func openssl(number, library, reason, code string) *Failure {
	return &Failure{Type: "Error", Code: "ERR_OSSL_" + code, Library: library, Reason: reason, Message: fmt.Sprintf("error:%s:%s::%s", number, library, reason)}
}

func refuse(kind, code, format string, args ...any) *Failure {
	return &Failure{Type: kind, Code: code, Message: fmt.Sprintf(format, args...)}
}

func unsupported() *Failure {
	return openssl("1E08010C", "DECODER routines", "unsupported", "UNSUPPORTED")
}

func badJWK() *Failure { return refuse("Error", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK data") }

func wrongType() *Failure {
	return openssl("03000096", "digital envelope routines", "operation not supported for this keytype", "EVP_OPERATION_NOT_SUPPORTED_FOR_THIS_KEYTYPE")
}
